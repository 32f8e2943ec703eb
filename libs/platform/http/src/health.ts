import { within } from '@platform/async';

export interface CheckResult {
  readonly status: 'ok' | 'failed';
  readonly duration_ms: number;
}

/** A failure that an operator must mend. */
export interface Explained {
  /** Whether requests cannot do without the dependency meanwhile. */
  readonly vital: boolean;
  /** For the answer and the log. */
  readonly detail: string;
}

export interface Readiness {
  readonly ready: boolean;
  /** What is wrong and what to do, where an operator must act. */
  readonly detail?: string | undefined;
  readonly checks: Readonly<Record<string, CheckResult>>;
}

/** A failed check with its cause, which answers do not disclose. */
export interface FailedCheck {
  readonly name: string;
  readonly vital: boolean;
  readonly server: string | undefined;
  readonly error: unknown;
  /** For the answer, where an operator must act. */
  readonly detail?: string;
}

/** The result of one round of all checks. */
export interface Round {
  readonly ready: boolean;
  readonly failed: readonly FailedCheck[];
}

export interface CheckOptions {
  /** Milliseconds after which the check counts as failed; 1,000 by default. */
  readonly timeout?: number;
  /** Host of the server that is checked, without credentials: for the log. */
  readonly server?: string | undefined;
  /** What an answer may disclose of a failure; by default nothing. */
  readonly explain?: (error: unknown) => Explained | undefined;
}

type Check = () => Promise<unknown>;

interface Entry {
  readonly name: string;
  readonly check: Check;
  readonly vital: boolean;
  readonly timeout: number;
  readonly server: string | undefined;
  readonly explain: (error: unknown) => Explained | undefined;
}

const UNEXPLAINED = (): undefined => undefined;

/**
 * Named checks of what this process depends on. It is ready when all vital ones pass in time and it is not draining.
 */
export class Health {
  private readonly entries = new Map<string, Entry>();
  private draining = false;
  private running: Promise<Readiness> | undefined;
  private readonly listeners: ((round: Round) => void)[] = [];

  register(name: string, check: Check, { timeout = 1000, server, explain = UNEXPLAINED }: CheckOptions = {}): void {
    this.entries.set(name, { name, check, vital: true, timeout, server, explain });
  }

  /** Like `register`, for a dependency that requests can do without: it is reported, and readiness ignores it. */
  watch(name: string, check: Check, { timeout = 1000, server, explain = UNEXPLAINED }: CheckOptions = {}): void {
    this.entries.set(name, { name, check, vital: false, timeout, server, explain });
  }

  /** Calls the listener after each round of checks, but not while draining. */
  follow(listener: (round: Round) => void): void {
    this.listeners.push(listener);
  }

  /** Reports not ready from now on, so that balancers send requests elsewhere. */
  drain(): void {
    this.draining = true;
  }

  get isDraining(): boolean {
    return this.draining;
  }

  /** Probes that arrive at the same time share one round of checks. */
  async readiness(): Promise<Readiness> {
    this.running ??= this.run().finally(() => (this.running = undefined));
    return this.running;
  }

  private async run(): Promise<Readiness> {
    const judged = await Promise.all([...this.entries.values()].map(judge));
    const failed = judged.flatMap(({ failure }) => failure ?? []);
    const ready = !this.draining && failed.every(({ vital }) => !vital);
    if (!this.draining) for (const listener of this.listeners) listener({ ready, failed });
    const detail = failed.find((one) => one.detail !== undefined)?.detail;
    return {
      ready,
      ...(detail !== undefined && { detail }),
      checks: Object.fromEntries(judged.map(({ name, result }) => [name, result])),
    };
  }
}

interface Judged {
  readonly name: string;
  readonly result: CheckResult;
  readonly failure?: FailedCheck;
}

const judge = async ({ name, check, vital, timeout, server, explain }: Entry): Promise<Judged> => {
  const began = performance.now();
  const resultOf = (status: CheckResult['status']): CheckResult => ({
    status,
    duration_ms: Math.round(performance.now() - began),
  });
  try {
    await within(timeout, Promise.resolve().then(check));
    return { name, result: resultOf('ok') };
  } catch (error) {
    const result = resultOf('failed');
    const explained = explain(error);
    if (!explained) return { name, result, failure: { name, vital, server, error } };
    const { detail } = explained;
    return { name, result, failure: { name, vital: explained.vital, server, error: new Error(detail), detail } };
  }
};
