import 'reflect-metadata';
import { type LoggerService, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  type Attempt,
  createKafka,
  type Kafka,
  type KafkaCluster,
  type KafkaLog,
  supervise,
  within,
} from '@platform/kafka';
import { CommandHandling } from './command-handling';
import { CommandServer } from './command-server.module';
import { COMMAND_PARTITIONS, COMMAND_TOPIC_CONFIG } from './command-topics';
import { commandsController } from './commands.controller';
import type { Deciders } from './deciders';

export interface ServeCommands extends KafkaCluster {
  /** The topic of this write service, which is its consumer group's name as well. */
  readonly topic: string;
  readonly deciders: Deciders;
  readonly log: KafkaLog;
  /** Milliseconds that `stop` waits for what is under way; 8,000 unless told. */
  readonly drainMs?: number;
}

export interface CommandService {
  /** Commands are being taken. */
  ready(): boolean;
  /** Resolves with true once commands are being taken, with false when that takes longer than the patience (ms). */
  whenReady(patienceMs?: number): Promise<boolean>;
  /** Takes no more commands, ends those in hand, sends their answers and leaves the group. */
  stop(): Promise<void>;
}

const DRAIN_MS = 8_000;
const FIRST_FETCH_MS = 15_000;

@Module({})
class CommandsModule {}

/**
 * Takes commands from a topic, hands them to their deciders and answers. Any number may share a topic. Goes on until it is
 * stopped: a consumer that dies is begun anew.
 */
export const serveCommands = ({
  topic,
  deciders,
  log,
  drainMs = DRAIN_MS,
  ...cluster
}: ServeCommands): CommandService => {
  const kafka = createKafka({ ...cluster, clientId: `${topic}.${process.pid}`, log });
  const producer = kafka.producer();
  const handling = new CommandHandling({ deciders, producer, log });
  const stopping = new AbortController();
  const serving = supervise({
    name: topic,
    signal: stopping.signal,
    log,
    start: async () => {
      await kafka.ensureTopics([{ topic, partitions: COMMAND_PARTITIONS, config: COMMAND_TOPIC_CONFIG }]);
      return listen({ kafka, topic, handling, log, drainMs });
    },
  });
  return {
    ready: serving.ready,
    whenReady: serving.whenReady,
    stop: async () => {
      stopping.abort();
      await within(
        drainMs,
        serving.ended.then(() => handling.settled()),
      );
      await producer.close();
    },
  };
};

interface Listen {
  readonly kafka: Kafka;
  readonly topic: string;
  readonly handling: CommandHandling;
  readonly log: KafkaLog;
  readonly drainMs: number;
}

const listen = async ({ kafka, topic, handling, log, drainMs }: Listen): Promise<Attempt> => {
  const server = new CommandServer({ kafka, groupId: topic, partitions: COMMAND_PARTITIONS, log });
  const module = {
    module: CommandsModule,
    controllers: [commandsController(topic)],
    providers: [{ provide: CommandHandling, useValue: handling }],
  };
  const app = await NestFactory.createMicroservice(module, {
    strategy: server,
    logger: nestLogger(log),
    abortOnError: false,
  });
  const end = async (): Promise<void> => {
    if (!(await within(drainMs, app.close()))) server.cut('its consumer has been given up');
  };
  try {
    await app.listen();
    const { watched } = server;
    if (!watched) throw new Error('Nest has made no consumer');
    await within(FIRST_FETCH_MS, Promise.race([watched.fetching, watched.crashed]));
    return { failed: watched.crashed, idleMs: watched.idleMs, end };
  } catch (error) {
    await end();
    throw error;
  }
};

/** Nest's own words, as far as they are of trouble. */
const nestLogger = (log: KafkaLog): LoggerService => {
  const warn = (said: unknown): void => log.warn({ said }, 'Nest has something to say');
  return { log: () => undefined, warn, error: warn, fatal: warn };
};
