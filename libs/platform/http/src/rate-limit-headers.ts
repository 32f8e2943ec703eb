export interface Quota {
  readonly limit: number;
  readonly remaining: number;
  /** When a slot or the whole quota is free again, in milliseconds since the epoch. */
  readonly resetAt: number;
  readonly now: number;
  /** Seconds. */
  readonly window?: number;
}

/** The customary X-RateLimit-*, and RateLimit-Policy and RateLimit of draft-ietf-httpapi-ratelimit-headers. */
export const rateLimitHeaders = ({ limit, remaining, resetAt, now, window = 60 }: Quota): Record<string, string> => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': String(Math.ceil(resetAt / 1000)),
  'ratelimit-policy': `"workspace";q=${limit};w=${window}`,
  ratelimit: `"workspace";r=${remaining};t=${Math.max(0, Math.ceil((resetAt - now) / 1000))}`,
});
