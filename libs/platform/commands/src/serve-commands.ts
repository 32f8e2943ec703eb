import { endsWithin } from '@platform/async';
import { createKafka, type KafkaCluster, type KafkaLog } from '@platform/kafka';
import type { Clock } from './clock';
import { CommandHandling } from './command-handling';
import { COMMAND_PARTITIONS, COMMAND_TOPIC_CONFIG } from './command-topics';
import type { Deciders } from './deciders';

export interface ServeCommands extends KafkaCluster {
  /** The topic of this write service, which is its consumer group's name as well. */
  readonly topic: string;
  readonly deciders: Deciders;
  /** The clock that the gateways use, too. */
  readonly clock: Clock;
  readonly log: KafkaLog;
}

export interface CommandService {
  /** Whether it receives commands. */
  ready(): boolean;
  /** Resolves with true once it receives commands, or with false after `patienceMs` milliseconds. */
  whenReady(patienceMs?: number): Promise<boolean>;
  /** Takes no more commands, finishes those under way, sends their answers and leaves the group; within seconds. */
  stop(): Promise<void>;
}

const DRAIN_MS = 8_000;

/** Takes commands from a topic, hands them to their deciders and answers. Any number of processes may share a topic. */
export const serveCommands = ({ topic, deciders, clock, log, ...cluster }: ServeCommands): CommandService => {
  const kafka = createKafka({ ...cluster, clientId: `${topic}.${process.pid}`, log });
  const producer = kafka.producer();
  const handling = new CommandHandling({ deciders, producer, clock, log });
  const stopping = new AbortController();
  const serving = kafka.consume({
    topics: [topic],
    groupId: topic,
    // Late commands are dropped, so a group without offsets may begin with the oldest message.
    fromBeginning: true,
    concurrency: COMMAND_PARTITIONS,
    prepare: () => kafka.ensureTopics([{ topic, partitions: COMMAND_PARTITIONS, config: COMMAND_TOPIC_CONFIG }]),
    handle: async (messages) => {
      for (const message of messages) await handling.handle(message);
    },
    failed: (error) => {
      log.warn({ err: error, topic }, 'a message has been set aside');
      return 'park';
    },
    signal: stopping.signal,
  });
  return {
    ready: () => serving.ready(),
    whenReady: (patienceMs) => serving.whenReady(patienceMs),
    stop: async () => {
      stopping.abort();
      const settled = serving.ended.then(() => handling.settled());
      await endsWithin(DRAIN_MS, settled);
      await producer.close();
    },
  };
};
