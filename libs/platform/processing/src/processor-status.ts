import type { Recorded } from '@kernel';
import { metrics } from '@platform/telemetry';

/** What health and metrics show of a processor. */
export interface ReportedStatus {
  readonly position: bigint;
  readonly parkedStreams: number;
  lagSeconds(): number;
  /** @throws why it does not handle everything */
  check(): void;
}

/** The condition of a processor of this process, for health and metrics. */
export class ProcessorStatus implements ReportedStatus {
  position = -1n;
  parkedStreams = 0;
  /** The time of the oldest known event that is not handled, in milliseconds since 1970. */
  private behindSince: number | undefined;
  private failure: unknown;

  received(events: readonly Recorded[]): void {
    for (const { metadata } of events)
      this.behindSince = Math.min(this.behindSince ?? Infinity, Date.parse(metadata.at));
  }

  /** Called when every received event is handled or parked. */
  handled(): void {
    this.behindSince = undefined;
    this.failure = undefined;
  }

  failed(error: unknown): void {
    this.failure = error;
    this.behindSince ??= Date.now();
  }

  lagSeconds(): number {
    return this.behindSince === undefined ? 0 : Math.max(0, Date.now() - this.behindSince) / 1_000;
  }

  /** @throws why it does not handle everything */
  check(): void {
    if (this.failure !== undefined) throw new Error('it was interrupted', { cause: this.failure });
    if (this.parkedStreams > 0) throw new Error(`${this.parkedStreams} streams are parked: see ops checkpoints`);
  }
}

const running = new Map<string, ReportedStatus>();

const GAUGES: Readonly<Record<string, readonly [help: string, of: (status: ReportedStatus) => number]>> = {
  processor_lag_seconds: [
    'Age of the oldest event that is known and not handled; 0 when there is none.',
    (status) => status.lagSeconds(),
  ],
  processor_parked_streams: ['Streams that are parked until they are tried again.', (status) => status.parkedStreams],
  // Prometheus has no other numbers than floats.
  processor_position: ['The checkpoint.', (status) => parseFloat(status.position.toString())],
};

/** The status of a processor that runs in this process, if it does. */
export const processorStatusOf = (name: string): ReportedStatus | undefined => running.get(name);

/** Publishes the status of a processor. @returns what ends that */
export const showStatus = (name: string, status: ReportedStatus): (() => void) => {
  running.set(name, status);
  for (const [gauge, [help, of]] of Object.entries(GAUGES)) {
    metrics.gauge(gauge, help, ['processor'], (published) => {
      published.reset();
      for (const [processor, one] of running) published.set({ processor }, of(one));
    });
  }
  return () => {
    if (running.get(name) === status) running.delete(name);
  };
};

/**
 * A health check of the processors that are at work in this process. @throws naming one that was interrupted or has
 * parked streams
 */
export const checkProcessors = async (): Promise<void> => {
  for (const [name, status] of running) {
    try {
      status.check();
    } catch (error) {
      throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  }
};
