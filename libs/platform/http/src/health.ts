export interface CheckResult {
  readonly status: 'ok' | 'failed';
  readonly duration_ms: number;
}

export interface Readiness {
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, CheckResult>>;
}

type Check = () => Promise<unknown>;

/** What this process depends on, by name. Ready when every vital check passes in its time and the process is not draining. */
export class Health {
  private readonly checks = new Map<string, { readonly check: Check; readonly timeout: number; readonly vital: boolean }>();
  private draining = false;
  private running: Promise<Readiness> | undefined;

  constructor(private readonly onFailure: (name: string, error: unknown) => void = () => undefined) {}

  /** @param timeout milliseconds after which the check counts as failed. */
  register(name: string, check: Check, timeout = 1000): void {
    this.checks.set(name, { check, timeout, vital: true });
  }

  /** As `register`, but requests are worth sending here while it fails: it is shown, and readiness does not hang on it. */
  watch(name: string, check: Check, timeout = 1000): void {
    this.checks.set(name, { check, timeout, vital: false });
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
    const results = await Promise.all([...this.checks].map(async ([name, entry]) => [name, await this.judge(name, entry.check, entry.timeout)] as const));
    return { ready: !this.draining && results.every(([name, result]) => result.status === 'ok' || !this.checks.get(name)?.vital), checks: Object.fromEntries(results) };
  }

  private async judge(name: string, check: Check, timeout: number): Promise<CheckResult> {
    const began = performance.now();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no answer within ${timeout} ms`)), timeout);
    });
    try {
      await Promise.race([Promise.resolve().then(check), late]);
      return { status: 'ok', duration_ms: Math.round(performance.now() - began) };
    } catch (error) {
      this.onFailure(name, error);
      return { status: 'failed', duration_ms: Math.round(performance.now() - began) };
    } finally {
      clearTimeout(timer);
    }
  }
}
