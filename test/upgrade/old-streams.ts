import type { EventStoreDbDouble } from '../support/eventstoredb-double';
import { contentOf } from './fixtures';

export const STREAMS = 'event-streams.json';

/** A record as the server held it. */
export interface OldRecord {
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  readonly content_type: string;
  /** UTF-8. */
  readonly data: string;
  readonly metadata: string;
}

export interface OldStreams {
  /** In the order of the log, with heartbeats. */
  readonly records: readonly OldRecord[];
  /** By read model and key, as that version folded them. */
  readonly rows: Readonly<Record<string, Readonly<Record<string, object>>>>;
}

export const streamsOf = (fixture: string): OldStreams => contentOf<OldStreams>(fixture, STREAMS);

/** Puts the records into the server's log, byte for byte. */
export const restore = ({ log }: EventStoreDbDouble, records: readonly OldRecord[]): void => {
  for (const { stream, revision, id, type, content_type: contentType, data, metadata } of records) {
    const record = { id, type, contentType, data: Buffer.from(data), metadata: Buffer.from(metadata) };
    const outcome = log.append(stream, [record], 'any');
    if (!outcome.ok || outcome.revision !== BigInt(revision)) throw new Error(`${stream} has no place ${revision}`);
  }
};
