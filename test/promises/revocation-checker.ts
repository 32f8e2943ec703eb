import type { Address } from '../support/waymark';
import { createKey, inTurn, type NewKey, revoke, use } from './requests';

/**
 * What clients saw, by their own clock: a request that began after the answer to its key's revocation must be
 * refused; one that ended before any revocation was sent must not be.
 */
export interface Seen {
  requests: number;
  accepted: number;
  refused: number;
  unjudged: number;
  revocations: number;
  violations: string[];
}

export interface CheckRevocations {
  readonly gateways: readonly Address[];
  /** Where keys are used, if elsewhere. */
  readonly usedAt?: readonly Address[];
  /** The key that creates and revokes. */
  readonly by: string;
  readonly requests: number;
  readonly clients: number;
}

/** How often a key is used before its revocation, while it is under way, and after its answer. */
const USES = { before: 4, during: 8, after: 12 };

/**
 * Many clients create, use and revoke keys over all gateways at once, until that many requests were decided: a busy
 * machine may shed any number of them.
 */
export const checkRevocations = async ({
  gateways,
  usedAt = gateways,
  by,
  requests,
  clients,
}: CheckRevocations): Promise<Seen> => {
  const seen: Seen = { requests: 0, accepted: 0, refused: 0, unjudged: 0, revocations: 0, violations: [] };
  const gateway = inTurn(gateways);
  const anywhere = inTurn(usedAt);

  const life = async (): Promise<void> => {
    const key = await createKey(gateway(), by);
    let asked = Infinity;
    let answered = Infinity;
    const once = async (): Promise<void> => {
      const at = anywhere();
      const began = performance.now();
      const verdict = await use(at, key.key);
      const ended = performance.now();
      seen.requests += 1;
      seen[verdict] += 1;
      if (verdict === 'accepted' && began > answered)
        seen.violations.push(violation(key, at, `accepted ${(began - answered).toFixed(1)} ms after the answer`));
      if (verdict === 'refused' && ended < asked)
        seen.violations.push(violation(key, at, 'refused before anybody asked for its revocation'));
    };
    const many = (count: number) => Promise.all(Array.from({ length: count }, once));
    await many(USES.before);
    const during = many(USES.during);
    asked = performance.now();
    const { status, text } = await revoke(gateway(), by, key.id);
    if (status === 200) {
      answered = performance.now();
      seen.revocations += 1;
    } else if (status !== 503 && status !== 0) {
      throw new Error(`a revocation answered ${status}: ${text}`);
    }
    await Promise.all([many(USES.after), during]);
  };

  const client = async (): Promise<void> => {
    while (seen.requests - seen.unjudged < requests) await life();
  };
  await Promise.all(Array.from({ length: clients }, client));
  return seen;
};

const violation = ({ id }: NewKey, { port }: Address, what: string): string => `${id} at port ${port}: ${what}`;
