/**
 * Commands of one round on their way at a time: enough for the event store to append them together. With more of them,
 * the last ones would not get a connection of the pool within its second on a busy machine, nor would anybody else.
 */
export const SENT_AT_ONCE = 100;
