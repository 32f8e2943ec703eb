import { setTimeout as delay } from 'node:timers/promises';
import type { Admin } from 'kafkajs';

export interface AwaitCommitted {
  readonly topic: string;
  readonly groupId: string;
  /** Milliseconds. */
  readonly withinMs: number;
}

const POLL_MS = 100;

/** Waits until a group has committed, on every partition, all that the topic has at this moment; false when it has not by then. */
export const awaitCommitted = async (admin: Admin, { topic, groupId, withinMs }: AwaitCommitted): Promise<boolean> => {
  const ends = await endsOf(admin, topic);
  if (ends.size === 0) return true;
  for (const until = performance.now() + withinMs; ; ) {
    const committed = await committedBy(admin, groupId, topic);
    if ([...ends].every(([partition, end]) => (committed.get(partition) ?? -1n) >= end)) return true;
    if (performance.now() >= until) return false;
    await delay(POLL_MS);
  }
};

/**
 * The offsets behind the last message, by partition. A partition that has none, or none any more, is left out: nothing of it
 * will ever be committed. A topic that is not there has no partitions.
 */
const endsOf = async (admin: Admin, topic: string): Promise<ReadonlyMap<number, bigint>> => {
  if (!(await admin.listTopics()).includes(topic)) return new Map();
  const partitions = await admin.fetchTopicOffsets(topic);
  return new Map(partitions.filter(({ low, high }) => BigInt(high) > BigInt(low)).map(({ partition, high }) => [partition, BigInt(high)]));
};

/** The offset of the next message to be handled, by partition; -1 where nothing was committed. */
const committedBy = async (admin: Admin, groupId: string, topic: string): Promise<ReadonlyMap<number, bigint>> => {
  const [fetched] = await admin.fetchOffsets({ groupId, topics: [topic] });
  return new Map(fetched?.partitions.map(({ partition, offset }) => [partition, BigInt(offset)]));
};
