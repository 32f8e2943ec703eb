import {
  type handleUnaryCall,
  Metadata,
  Server,
  ServerCredentials,
  ServerInterceptingCall,
  ServerListenerBuilder,
  ResponderBuilder,
  type ServerInterceptor,
  status,
} from '@grpc/grpc-js';
import { GossipService } from '@eventstore/db-client/generated/gossip_grpc_pb';
import { ClusterInfo, EndPoint, MemberInfo } from '@eventstore/db-client/generated/gossip_pb';
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb';
import { SupportedMethod, SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb';
import { type Empty, UUID } from '@eventstore/db-client/generated/shared_pb';
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb';
import { randomUUID } from 'node:crypto';
import { appendHandler, batchAppendHandler } from './append';
import { FaultProxy } from './fault-proxy';
import type { Log } from './log';
import { readHandler } from './read';
import type { Writer } from './writer';

/** `tooSlow` counts the subscriptions that were ended because their consumer was. */
export type Calls = Record<'append' | 'batchAppend' | 'read' | 'tooSlow', number>;

/** PEM, and the only account. */
export interface Security {
  readonly certificate: Buffer;
  readonly key: Buffer;
  readonly username: string;
  readonly password: string;
  /** Whether the account may read $all; by default it may. */
  readonly mayReadAll?: boolean;
}

export interface EventStoreDbNode {
  readonly network: FaultProxy;
  close(): Promise<void>;
}

interface NodeOptions {
  readonly log: Log;
  readonly writer: Writer;
  readonly calls: Calls;
  readonly security: Security | undefined;
  /** As in gossip. */
  readonly members: () => readonly { readonly port: number; readonly leads: boolean }[];
  readonly leads: () => boolean;
  readonly leaderPort: () => number;
}

/**
 * One node behind a separate network. Copied: a wrong account is refused with UNAUTHENTICATED and `exception:
 * access-denied`, gossip needs none; a follower refuses what requires the leader with NOT_FOUND, `exception:
 * not-leader` and the leader's address. Not copied: a follower's lag, and elections, which a test triggers.
 */
export const startNode = async (options: NodeOptions): Promise<EventStoreDbNode> => {
  const { log, writer, calls, security } = options;
  const counted =
    <H extends (...args: never[]) => void>(name: keyof Calls, handle: H) =>
    (...args: Parameters<H>) => {
      calls[name] += 1;
      handle(...args);
    };
  const server = new Server({ interceptors: [...(security ? [onlyFor(security)] : []), onlyAtLeader(options)] });
  server.addService(ServerFeaturesService, { getSupportedMethods });
  server.addService(GossipService, { read: gossip(options) });
  server.addService(StreamsService, {
    append: counted('append', appendHandler(writer)),
    batchAppend: counted('batchAppend', batchAppendHandler(writer)),
    read: counted(
      'read',
      readHandler({ log, mayReadAll: security?.mayReadAll ?? true, onTooSlow: () => void (calls.tooSlow += 1) }),
    ),
    delete: unimplemented,
    tombstone: unimplemented,
  });
  const credentials = security
    ? ServerCredentials.createSsl(null, [{ private_key: security.key, cert_chain: security.certificate }])
    : ServerCredentials.createInsecure();
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', credentials, (error, bound) => (error ? reject(error) : resolve(bound)));
  });
  const network = new FaultProxy(port);
  await network.listen();
  return {
    network,
    close: async () => {
      await network.close();
      server.forceShutdown();
    },
  };
};

/** Answers a call with a status instead of its handler's answer when `refusal` finds a reason in its metadata. */
const refusing =
  (
    refusal: (path: string, metadata: Metadata) => { code: status; details: string; metadata: Metadata } | undefined,
  ): ServerInterceptor =>
  ({ path }, call) => {
    const listener = new ServerListenerBuilder()
      .withOnReceiveMetadata((metadata, next) => {
        const refused = refusal(path, metadata);
        return refused ? void call.sendStatus(refused) : next(metadata);
      })
      .build();
    return new ServerInterceptingCall(call, new ResponderBuilder().withStart((next) => next(listener)).build());
  };

const onlyFor = ({ username, password }: Security): ServerInterceptor => {
  const expected = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  return refusing((path, metadata) => {
    if (path.includes('gossip') || metadata.get('authorization')[0] === expected) return undefined;
    return { code: status.UNAUTHENTICATED, details: 'Unauthenticated', metadata: exception('access-denied') };
  });
};

const onlyAtLeader = ({ leads, leaderPort }: NodeOptions): ServerInterceptor =>
  refusing((_, metadata) => {
    if (leads() || metadata.get('requires-leader')[0] !== 'true') return undefined;
    const refusal = exception('not-leader');
    refusal.set('leader-endpoint-host', 'localhost');
    refusal.set('leader-endpoint-port', `${leaderPort()}`);
    return { code: status.NOT_FOUND, details: 'Leader info available', metadata: refusal };
  });

const exception = (kind: string): Metadata => {
  const metadata = new Metadata();
  metadata.set('exception', kind);
  return metadata;
};

const gossip =
  ({ members }: NodeOptions): handleUnaryCall<Empty, ClusterInfo> =>
  (_, answer) => {
    const { VNodeState } = MemberInfo;
    answer(
      null,
      new ClusterInfo().setMembersList(
        members().map(({ port, leads }) =>
          new MemberInfo()
            .setInstanceId(new UUID().setString(randomUUID()))
            .setTimeStamp('0')
            .setState(leads ? VNodeState.LEADER : VNodeState.FOLLOWER)
            .setIsAlive(true)
            .setHttpEndPoint(new EndPoint().setAddress('localhost').setPort(port)),
        ),
      ),
    );
  };

const unimplemented: handleUnaryCall<unknown, unknown> = (_, answer) => answer({ code: status.UNIMPLEMENTED });

const getSupportedMethods: handleUnaryCall<Empty, SupportedMethods> = (_, answer) => {
  const methods = ['append', 'batchappend', 'read'].map((name) =>
    new SupportedMethod().setServiceName('event_store.client.streams.streams').setMethodName(name),
  );
  answer(null, new SupportedMethods().setEventStoreServerVersion('22.10.0').setMethodsList(methods));
};
