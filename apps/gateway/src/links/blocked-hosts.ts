import { statSync } from 'node:fs';
import type { OnModuleDestroy } from '@nestjs/common';
import { every } from '@platform/async';
import { isListed, readHostList } from '@platform/config';
import { type Log, messageOf } from '@platform/telemetry';

const LOOK_MS = 1_000;

/** The operator's list of hosts that links may not lead to. It is read again within a second of a change. */
export class BlockedHosts implements OnModuleDestroy {
  private readonly stopping = new AbortController();
  private hosts: ReadonlySet<string> = new Set();
  private version = '';

  /**
   * @param path of the list; absent: every host is allowed
   * @throws Error for a file that `readHostList` refuses
   */
  constructor(
    path: string | undefined,
    private readonly log: Pick<Log, 'info' | 'warn'>,
  ) {
    if (path === undefined) return;
    this.read(path);
    const { signal } = this.stopping;
    // Each version of the file is read once, so one that cannot be read is logged once.
    const onFailure = (error: unknown) =>
      log.warn({ cause: messageOf(error) }, 'BLOCKED_HOSTS cannot be read again; the previous list stays in force');
    void every(LOOK_MS, async () => this.look(path), { signal, onFailure });
  }

  has(url: string): boolean {
    return this.hosts.size > 0 && isListed(this.hosts, new URL(url).hostname);
  }

  onModuleDestroy(): void {
    this.stopping.abort();
  }

  private look(path: string): void {
    if (versionOf(path) === this.version) return;
    this.read(path);
    this.log.info({ hosts: this.hosts.size }, 'BLOCKED_HOSTS has changed and was read again');
  }

  private read(path: string): void {
    this.version = versionOf(path);
    this.hosts = readHostList(path);
  }
}

/** The time of change also moves with the file's permissions. */
const versionOf = (path: string): string => {
  const { ctimeMs, size, ino } = statSync(path, { throwIfNoEntry: false }) ?? {};
  return `${ctimeMs} ${size} ${ino}`;
};
