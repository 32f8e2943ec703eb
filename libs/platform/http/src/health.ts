export interface CheckResult {
  readonly status: 'ok' | 'failed';
  readonly duration_ms: number;
}

export interface Readiness {
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, CheckResult>>;
}

/** A check that did not pass, with what no answer tells. */
export interface FailedCheck {
  readonly name: string;
  readonly vital: boolean;
  readonly server: string | undefined;
  readonly error: unknown;
}

/** What one round of all checks has found. */
export interface Round {
  readonly ready: boolean;
  readonly failed: readonly FailedCheck[];
}

export interface CheckOptions {
  /** Milliseconds after which the check counts as failed; a second unless told otherwise. */
  readonly timeout?: number;
  /** Which server is asked, without credentials: for the log. */
  readonly server?: string | undefined;
}

type Check = () => Promise<unknown>;

interface Entry {
  readonly name: string;
  readonly check: Check;
  readonly vital: boolean;
  readonly timeout: number;
  readonly server: string | undefined;
}

/** What this process depends on, by name. Ready when every vital check passes in its time and the process is not draining. */
export class Health {
  private readonly entries = new Map<string, Entry>();
  private draining = false;
  private running: Promise<Readiness> | undefined;
  private listener: (round: Round) => void = () => undefined;

  register(name: string, check: Check, { timeout = 1000, server }: CheckOptions = {}): void {
    this.entries.set(name, { name, check, vital: true, timeout, server });
  }

  /** As `register`, but requests are worth sending here while it fails: it is shown, and readiness does not hang on it. */
  watch(name: string, check: Check, { timeout = 1000, server }: CheckOptions = {}): void {
    this.entries.set(name, { name, check, vital: false, timeout, server });
  }

  /** The listener is told of each round from now on, whoever asked for it. While draining, what fails is no news. */
  follow(listener: (round: Round) => void): void {
    this.listener = listener;
  }

  /** From now on not ready, so that balancers send their requests elsewhere. */
  drain(): void {
    this.draining = true;
  }

  get isDraining(): boolean {
    return this.draining;
  }

  /** Probes that come at once share one round of checks. */
  async readiness(): Promise<Readiness> {
    this.running ??= this.run().finally(() => (this.running = undefined));
    return this.running;
  }

  private async run(): Promise<Readiness> {
    const judged = await Promise.all([...this.entries.values()].map(judge));
    const failed = judged.flatMap(({ failure }) => failure ?? []);
    const ready = !this.draining && failed.every(({ vital }) => !vital);
    if (!this.draining) this.listener({ ready, failed });
    return { ready, checks: Object.fromEntries(judged.map(({ name, result }) => [name, result])) };
  }
}

interface Judged {
  readonly name: string;
  readonly result: CheckResult;
  readonly failure?: FailedCheck;
}

const judge = async ({ name, check, vital, timeout, server }: Entry): Promise<Judged> => {
  const began = performance.now();
  const resultOf = (status: CheckResult['status']): CheckResult => ({
    status,
    duration_ms: Math.round(performance.now() - began),
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${timeout} ms`)), timeout);
  });
  try {
    await Promise.race([Promise.resolve().then(check), late]);
    return { name, result: resultOf('ok') };
  } catch (error) {
    return { name, result: resultOf('failed'), failure: { name, vital, server, error } };
  } finally {
    clearTimeout(timer);
  }
};
