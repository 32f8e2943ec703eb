/**
 * Milliseconds since 1970. Deadlines travel as instants of it, so all gateways and write services must have the same one,
 * and not each its machine's.
 */
export type Clock = () => number;
