import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Plan } from '@kernel';
import { abortWith, every, keepWorking, pause } from '@platform/async';
import type { Log } from '@platform/read-store';
import { FairQueue } from '../fair-queue';
import { LOGGER } from '../tokens';
import type { ImportJob } from './import-job';
import { CANCELLED, ImportRunning } from './import-run';
import { ImportStore } from './import.store';
import { RowImporter } from './row-importer';

/** Jobs that a process runs at a time. */
const JOBS = 16;
/** Of them, those that import rows at this moment. The others wait for their turn, so that a large file delays no small one. */
const TURNS = 2;
/** Milliseconds for which a job keeps its place while others wait. */
const PLACE_MS = 15_000;
const LOOK_MS = 1_000;
const BEAT_MS = 1_000;
/** Without a beat for so long the lease is over; a process that cannot reach the database stops before. */
const LEASE_MS = 8_000;
const SWEEP_MS = 60_000;

/** Runs imports in the background of the gateway, whichever gateway has taken the file. */
@Injectable()
export class ImportRunner implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly stopping = new AbortController();
  private readonly looks = new FairQueue({ slots: 1, slotsOfTenant: 1, waitingOfTenant: JOBS, waiting: JOBS });
  private readonly turns = new FairQueue({ slots: TURNS, slotsOfTenant: 1, waitingOfTenant: 1, waiting: JOBS });
  private working: Promise<unknown> = Promise.resolve();
  /** Jobs that this process has. */
  private held = 0;

  constructor(
    private readonly store: ImportStore,
    private readonly importer: RowImporter,
    @Inject(LOGGER) private readonly log: Log,
  ) {}

  onApplicationBootstrap(): void {
    const { signal } = this.stopping;
    setMaxListeners(2 * JOBS + 1, signal);
    const failed = (what: string) => (error: unknown) => this.log.warn({ err: error }, what);
    const lanes = Array.from({ length: JOBS }, () =>
      keepWorking(() => this.next(signal), { signal, onFailure: failed('imports are interrupted; trying again') }),
    );
    const sweeping = every(SWEEP_MS, () => this.store.sweep(), {
      signal,
      onFailure: failed('old imports could not be deleted; trying again'),
    });
    this.working = Promise.all([...lanes, sweeping]);
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await this.working;
  }

  private async next(signal: AbortSignal): Promise<void> {
    const holder = randomUUID();
    const job = await this.claim(holder, signal);
    if (job) await this.hold(job, holder);
  }

  /** One lane looks for a job at a time. */
  private async claim(holder: string, signal: AbortSignal) {
    const look = await this.looks.enter('imports', signal);
    try {
      const job = await this.store.claim(holder);
      if (!job) await pause(LOOK_MS, signal);
      return job;
    } finally {
      look.leave();
    }
  }

  private async hold(job: ImportJob & { readonly plan: Plan }, holder: string): Promise<void> {
    const { store, importer } = this;
    this.held += 1;
    const over = new AbortController();
    const beating = new AbortController();
    const beats = this.beat(job.id, holder, over, beating.signal);
    const free = abortWith(this.stopping.signal, over);
    try {
      const { signal } = over;
      const mustGiveWay = this.placeFor(PLACE_MS);
      const takeTurn = <T>(work: () => Promise<T>) => this.takeTurn(job.workspace_id, signal, work);
      await new ImportRunning({ job, holder, store, importer, signal, takeTurn, mustGiveWay }).toItsEnd();
    } finally {
      this.held -= 1;
      free();
      beating.abort();
      await beats;
      await store.release(job.id, holder).catch(() => undefined);
    }
  }

  /** Whether a job has had its place for so many milliseconds, while others wait that no process has room for. */
  private placeFor(ms: number): () => Promise<boolean> {
    let since = performance.now();
    return async () => {
      if (this.held < JOBS || performance.now() - since < ms) return false;
      since = performance.now();
      return this.store.othersWait();
    };
  }

  private async takeTurn<T>(workspaceId: string, signal: AbortSignal, work: () => Promise<T>): Promise<T | undefined> {
    const turn = await this.turns.enter(workspaceId, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
    if (!turn) return undefined;
    try {
      return await work();
    } finally {
      turn.leave();
    }
  }

  private async beat(id: string, holder: string, over: AbortController, signal: AbortSignal): Promise<void> {
    let beaten = performance.now();
    const round = async (): Promise<void> => {
      const end = await this.store.renew(id, holder);
      beaten = performance.now();
      if (end) over.abort(end === 'cancelled' ? CANCELLED : new Error('the import has another holder'));
    };
    const onFailure = (error: unknown): void => {
      if (performance.now() - beaten > LEASE_MS) over.abort(error);
    };
    await every(BEAT_MS, round, { signal, onFailure });
  }
}
