import { pause } from '@platform/async';
import type { Admin } from 'kafkajs';

export interface AwaitCommitted {
  readonly topic: string;
  readonly groupId: string;
  /** Milliseconds. */
  readonly withinMs: number;
}

type AsAdmin = <T>(work: (admin: Admin) => Promise<T>) => Promise<T>;
type Offsets = ReadonlyMap<number, bigint>;

const POLL_MS = 200;

/**
 * Waits until a group has committed, on every partition, all messages that the topic has at the beginning; false if it
 * has not in time. kafkajs remembers for long which broker led a partition, so each attempt uses a new client. An
 * attempt that fails is repeated. @throws the error of the last attempt
 */
export const awaitCommitted = async (
  asAdmin: AsAdmin,
  { topic, groupId, withinMs }: AwaitCommitted,
): Promise<boolean> => {
  let ends: Offsets | undefined;
  const look = async (admin: Admin): Promise<boolean> => {
    const wanted = (ends ??= await endsOf(admin, topic));
    if (wanted.size === 0) return true;
    const committed = await committedBy(admin, groupId, topic);
    return [...wanted].every(([partition, end]) => (committed.get(partition) ?? -1n) >= end);
  };
  for (const until = performance.now() + withinMs; ;) {
    const outcome = await asAdmin(look).catch((error: unknown) => ({ error }));
    if (outcome === true) return true;
    if (performance.now() < until) await pause(POLL_MS);
    else if (outcome === false) return false;
    else throw outcome.error;
  }
};

/**
 * The offsets behind the last message, by partition. It leaves out a partition without messages, where nothing will
 * ever be committed. A topic that does not exist has no partitions.
 */
const endsOf = async (admin: Admin, topic: string): Promise<Offsets> => {
  if (!(await admin.listTopics()).includes(topic)) return new Map();
  const partitions = await admin.fetchTopicOffsets(topic);
  return new Map(
    partitions
      .filter(({ low, high }) => BigInt(high) > BigInt(low))
      .map(({ partition, high }) => [partition, BigInt(high)]),
  );
};

/** The offset of the next message to be handled, by partition; -1 where nothing was committed. */
const committedBy = async (admin: Admin, groupId: string, topic: string): Promise<Offsets> => {
  const [fetched] = await admin.fetchOffsets({ groupId, topics: [topic] });
  return new Map(fetched?.partitions.map(({ partition, offset }) => [partition, BigInt(offset)]));
};
