import type { IncomingMessage } from 'node:http';
import { within } from '@platform/async';
import { HttpProblem, subscriberNetworkOf, unavailable } from '@platform/http';
import { type PasswordAttempt, type ThrottledSubject, verifyPassword } from '@platform/passwords';
import { type Log, messageOf, occasionalLog } from '@platform/telemetry';
import type { PasswordRefusal } from './answers';
import { LocalAttempts } from './local-attempts';
import { LookupUnavailable } from './missing-links';
import { sentPassword } from './sent-password';

export interface Refusal {
  readonly code: PasswordRefusal;
  readonly headers: Readonly<Record<string, string>>;
}

export interface LinkPasswords {
  /**
   * Why a request for a link with a password is refused; null if it has the password in its body. It may be asked again
   * for the same request.
   * @throws LookupUnavailable when passwords cannot be compared now
   */
  refusalOf(req: IncomingMessage, linkId: string, hash: string): Promise<Refusal | null>;
}

export interface LinkPasswordsOptions {
  readonly attempts: { begin(subjects: readonly ThrottledSubject[]): Promise<PasswordAttempt> };
  readonly addressOf: (req: IncomingMessage) => string;
  readonly log: Pick<Log, 'warn' | 'error'>;
  /** Milliseconds; monotonic. */
  readonly now?: () => number;
}

/** Failed attempts in any 60 s: of a network at a link, and at a link. */
const MOST_OF_NETWORK = 10;
const MOST_AT_LINK = 100;
/** One is compared at a time, in some 30 ms; the others wait. */
const MOST_AT_ONCE = 17;
/** Of those, so that neither a network nor the visitors of a link keep the others from theirs. */
const MOST_AT_ONCE_OF_NETWORK = 8;
const MOST_AT_ONCE_AT_LINK = 12;
const DATABASE_MS = 1_500;

const CHALLENGE = { 'www-authenticate': 'Password' };

/** Compares passwords of links. Every visit has to give the password: nobody is remembered. */
export const createLinkPasswords = (options: LinkPasswordsOptions): LinkPasswords => {
  const { addressOf } = options;
  const { warn } = occasionalLog(options.log);
  const begin = beginsBy(options, warn);
  const underWay = new UnderWay();

  const isRight = async (subjects: readonly ThrottledSubject[], hash: string, password: string): Promise<boolean> => {
    const attempt = await begin(subjects);
    let wrong = false;
    try {
      wrong = !(await verifyPassword(hash, password));
      return !wrong;
    } catch (cause) {
      throw new LookupUnavailable('The password could not be compared', { cause });
    } finally {
      // A failed attempt counts for its minute even if it is never settled. One that could not be compared does not.
      attempt.settle(!wrong).catch((error: unknown) => warn({ cause: messageOf(error) }, 'an attempt was not settled'));
    }
  };

  const judge = async (req: IncomingMessage, linkId: string, hash: string): Promise<Refusal | null> => {
    if (req.method !== 'POST') return { code: 'password_required', headers: CHALLENGE };
    const sent = await sentPassword(req);
    if (typeof sent !== 'string') return { code: sent.code, headers: { connection: 'close' } };
    const [network, link] = [subscriberNetworkOf(addressOf(req)), `link ${linkId}`];
    const end = underWay.begin(shares(network, link));
    // Nobody was wrong yet: it is the server that is busy.
    if (!end) return refusalBy(unavailable());
    const subjects = [
      { name: `${link} ${network}`, most: MOST_OF_NETWORK },
      { name: link, most: MOST_AT_LINK },
    ];
    try {
      return (await isRight(subjects, hash, sent)) ? null : { code: 'wrong_password', headers: CHALLENGE };
    } catch (error) {
      if (error instanceof HttpProblem) return refusalBy(error);
      throw error;
    } finally {
      end();
    }
  };
  return { refusalOf: judge };
};

const refusalBy = ({ code, headers }: HttpProblem): Refusal => ({
  code: code === 'unavailable' ? code : 'rate_limited',
  headers,
});

const shares = (network: string, link: string): readonly ThrottledSubject[] => [
  { name: network, most: MOST_AT_ONCE_OF_NETWORK },
  { name: link, most: MOST_AT_ONCE_AT_LINK },
];

/** The comparisons of this process that are under way, in all and of each network and link. */
class UnderWay {
  private all = 0;
  private readonly of = new Map<string, number>();

  /** @returns how it ends; undefined when there are too many */
  begin(subjects: readonly ThrottledSubject[]): (() => void) | undefined {
    const isFull = subjects.some(({ name, most }) => (this.of.get(name) ?? 0) >= most);
    if (isFull || this.all >= MOST_AT_ONCE) return undefined;
    this.add(subjects, 1);
    return () => this.add(subjects, -1);
  }

  private add(subjects: readonly ThrottledSubject[], change: 1 | -1): void {
    this.all += change;
    for (const { name } of subjects) {
      const count = (this.of.get(name) ?? 0) + change;
      if (count === 0) this.of.delete(name);
      else this.of.set(name, count);
    }
  }
}

type Begin = (subjects: readonly ThrottledSubject[]) => Promise<PasswordAttempt>;

/** Counts attempts in the database, and in this process while the database is down. */
const beginsBy = ({ attempts, now }: LinkPasswordsOptions, warn: Log['warn']): Begin => {
  const local = new LocalAttempts(now);
  return (subjects) =>
    within(DATABASE_MS, attempts.begin(subjects), () => new Error('no answer')).catch((error: unknown) => {
      if (error instanceof HttpProblem) throw error;
      warn({ cause: messageOf(error) }, 'attempts at passwords of links are limited by each process for now');
      return local.begin(subjects);
    });
};
