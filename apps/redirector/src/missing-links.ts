import { within } from '@platform/async';
import { targetKey, type RedirectTarget } from './redirect-target';

export type FindMissing<T = RedirectTarget> = (domainId: string, alias: string) => Promise<T | null>;

const DEADLINE_MS = 1_000;
const AT_ONCE = 64;

/** The database cannot answer now, so it is not known whether the link exists. */
export class LookupUnavailable extends Error {}

/**
 * Asks the database for links that the index does not know (yet). Visitors of one alias share a query, and at most
 * AT_ONCE queries run at once. Answers are not cached, so that a link created a moment later is found.
 */
export class MissingLinks<T = RedirectTarget> {
  private readonly asked = new Map<string, Promise<T | null>>();

  constructor(private readonly find: FindMissing<T>) {}

  /** Rejects with {@link LookupUnavailable} after a second, when too many ask, or when the database fails. */
  get(domainId: string, alias: string): Promise<T | null> {
    const key = targetKey(domainId, alias);
    const shared = this.asked.get(key);
    if (shared) return shared;
    if (this.asked.size >= AT_ONCE) return Promise.reject(new LookupUnavailable('Too many unknown aliases at once'));
    const question = this.ask(domainId, alias).finally(() => this.asked.delete(key));
    this.asked.set(key, question);
    return question;
  }

  private async ask(domainId: string, alias: string): Promise<T | null> {
    const late = () => new LookupUnavailable('The database took too long');
    try {
      return await within(DEADLINE_MS, this.find(domainId, alias), late);
    } catch (cause) {
      throw cause instanceof LookupUnavailable ? cause : new LookupUnavailable('The database failed', { cause });
    }
  }
}
