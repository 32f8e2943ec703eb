import { rateLimited } from '@platform/http';
import type { PasswordAttempt, ThrottledSubject } from '@platform/passwords';

const WINDOW_MS = 60_000;
const MOST_SUBJECTS = 20_000;

/** The limits of attempts within this process alone, for the time without a database. */
export class LocalAttempts {
  /** When the unsuccessful attempts of each subject began. */
  private readonly begun = new Map<string, number[]>();

  /** @param now milliseconds; monotonic */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** @throws HttpProblem rate_limited */
  begin(subjects: readonly ThrottledSubject[]): PasswordAttempt {
    const now = this.now();
    const recent = subjects.map(({ name }) => (this.begun.get(name) ?? []).filter((at) => at > now - WINDOW_MS));
    subjects.forEach(({ most }, index) => {
      const oldest = recent[index]?.at(-most);
      if (oldest !== undefined) throw rateLimited((oldest + WINDOW_MS - now) / 1_000);
    });
    subjects.forEach(({ name }, index) => this.keep(name, [...(recent[index] ?? []), now]));
    return {
      settle: async (right) => {
        if (right) for (const { name } of subjects) this.forget(name, now);
      },
    };
  }

  private keep(name: string, times: number[]): void {
    this.begun.delete(name);
    const [oldest] = this.begun.keys();
    if (this.begun.size >= MOST_SUBJECTS && oldest !== undefined) this.begun.delete(oldest);
    this.begun.set(name, times);
  }

  private forget(name: string, at: number): void {
    const times = this.begun.get(name);
    const index = times?.indexOf(at) ?? -1;
    if (index >= 0) times?.splice(index, 1);
  }
}
