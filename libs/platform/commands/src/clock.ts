/**
 * Milliseconds since 1970. Messages carry deadlines as instants of this clock, so all gateways and write services must
 * share one clock, and not use those of their machines.
 */
export type Clock = () => number;
