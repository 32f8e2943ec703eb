import { type handleUnaryCall, Server, ServerCredentials, status } from '@grpc/grpc-js';
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb';
import { SupportedMethod, SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb';
import type { Empty } from '@eventstore/db-client/generated/shared_pb';
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb';
import { appendHandler, batchAppendHandler } from './append';
import { FaultProxy } from './fault-proxy';
import { Log } from './log';
import { readHandler } from './read';

export interface EventStoreDbDouble {
  /** Connection string for the client. */
  readonly url: string;
  /** What the server holds, for tests that look at it directly. */
  readonly log: Log;
  /** How often each method of the service was called. */
  readonly calls: Readonly<Record<'append' | 'batchAppend' | 'read', number>>;
  /** The network in front of the server: drop, refuse, freeze, stall, delay, accept. */
  readonly network: FaultProxy;
  close(): Promise<void>;
}

/**
 * A stand-in for an EventStoreDB server on a free port: real gRPC by the client's own definitions, a log in memory.
 * It speaks append (unary and batch), reads, filtered subscriptions to $all and server features, insecurely and as a
 * single node. What of the server's behaviour is copied, and what is not, stands at {@link Log} and in read.ts.
 */
export const startEventStoreDbDouble = async (): Promise<EventStoreDbDouble> => {
  const log = new Log();
  const calls = { append: 0, batchAppend: 0, read: 0 };
  const counted = <H extends (...args: never[]) => void>(name: keyof typeof calls, handle: H) =>
    ((...args: Parameters<H>) => {
      calls[name] += 1;
      handle(...args);
    });
  const server = new Server();
  server.addService(ServerFeaturesService, { getSupportedMethods });
  server.addService(StreamsService, {
    append: counted('append', appendHandler(log)),
    batchAppend: counted('batchAppend', batchAppendHandler(log)),
    read: counted('read', readHandler(log)),
    delete: unimplemented,
    tombstone: unimplemented,
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) => (error ? reject(error) : resolve(bound)));
  });
  const network = new FaultProxy(port);
  await network.listen();
  return {
    url: `esdb://127.0.0.1:${network.port}?tls=false`,
    log,
    calls,
    network,
    close: async () => {
      await network.close();
      server.forceShutdown();
    },
  };
};

const unimplemented: handleUnaryCall<unknown, unknown> = (_, answer) => answer({ code: status.UNIMPLEMENTED });

const getSupportedMethods: handleUnaryCall<Empty, SupportedMethods> = (_, answer) => {
  const methods = ['append', 'batchappend', 'read'].map((name) =>
    new SupportedMethod().setServiceName('event_store.client.streams.streams').setMethodName(name));
  answer(null, new SupportedMethods().setEventStoreServerVersion('22.10.0').setMethodsList(methods));
};
