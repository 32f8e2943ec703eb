/** A keyed hash as URL-safe text; injected, since contexts know no crypto. */
export type Hmac = (key: Uint8Array, text: string) => string;

/** Shared by all redirectors, so that a visitor is the same to each of them. */
export interface DailySalts {
  /** The salt of a UTC day (`2025-03-01`). It is gone 48 hours after the day began. Throws when it is unavailable. */
  of(day: string): Uint8Array;
}

/** Unique visitors are counted by this id. It links a person's clicks of one UTC day, and no clicks of two days. */
export const visitorOf = (hmac: Hmac, salt: Uint8Array, address: string, agent: string): string =>
  hmac(salt, `${address}\n${agent}`);
