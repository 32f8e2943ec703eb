import { createHmac, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { utcDayOf } from '@kernel';
import { makeOnce } from '@platform/files';

export interface DailySaltsOptions {
  /** Shared by all redirectors that must recognise the same visitor. Made when absent. */
  readonly directory: string;
  /** VISITOR_SECRET: a stolen file alone reveals no visitor. */
  readonly secret: string;
  readonly now?: () => number;
  /** Called with each day whose salt was made here because none existed. */
  readonly onMade?: (day: string) => void;
}

const DAY_MS = 86_400_000;
const SWEEP_MS = 3_600_000;

/**
 * One random salt per UTC day, in one file each. At the start, every hour and at the first use of a day's salt, files
 * of days that began 48 hours ago are removed. Afterwards no visitor of such a day can be identified.
 */
export class DailySaltFiles {
  private readonly known = new Map<string, Buffer>();
  private readonly now: () => number;
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly options: DailySaltsOptions) {
    this.now = options.now ?? Date.now;
    mkdirSync(options.directory, { recursive: true, mode: 0o700 });
    this.sweep();
    this.timer = setInterval(() => this.sweep(), SWEEP_MS).unref();
  }

  /** The salt of a UTC day (`2025-03-01`), made on first use. Touches the disk once per day. */
  of(day: string): Uint8Array {
    const known = this.known.get(day);
    if (known) return known;
    const salt = createHmac('sha256', this.options.secret).update(day).update(this.fileOf(day)).digest();
    this.sweep();
    this.known.set(day, salt);
    return salt;
  }

  /** The bytes that a day's salt is made from; undefined if they are not on disk. */
  peek(day: string): Buffer | undefined {
    try {
      return readFileSync(join(this.options.directory, day));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      return undefined;
    }
  }

  /** Stores these 32 bytes to make a day's salt from, unless some are stored. @returns the stored bytes */
  put(day: string, bytes: Buffer): Buffer {
    return makeOnce(join(this.options.directory, day), bytes);
  }

  close(): void {
    clearInterval(this.timer);
  }

  /** Removes, from disk and memory, the salts of days that began 48 hours ago or earlier. */
  sweep(): void {
    const oldest = utcDayOf(this.now() - 2 * DAY_MS);
    for (const day of this.known.keys()) if (day <= oldest) this.known.delete(day);
    for (const file of readdirSync(this.options.directory)) {
      if (file.slice(0, 10) <= oldest) rmSync(join(this.options.directory, file), { force: true });
    }
  }

  /** The first process to link its file has made the salt of the day; all others read that one. */
  private fileOf(day: string): Buffer {
    const known = this.peek(day);
    if (known) return known;
    const mine = randomBytes(32);
    const kept = this.put(day, mine);
    if (kept.equals(mine)) this.options.onMade?.(day);
    return kept;
  }
}

export const openDailySalts = (options: DailySaltsOptions): DailySaltFiles => new DailySaltFiles(options);
