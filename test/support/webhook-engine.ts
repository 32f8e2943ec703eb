import { randomBytes, randomUUID } from 'node:crypto';
import { AGGREGATES, WEBHOOK_DISPATCHER } from '@contexts/aggregates';
import { type LinkEvent, linkStream } from '@contexts/links';
import { type WebhookEvent, webhookStream } from '@contexts/webhooks';
import { type Event, type EventStore, categoryOf } from '@kernel';
import { someMetadata } from '@kernel/testing';
import { Deciders, type HandleDispatch } from '@platform/commands';
import { type Egress, createEgress } from '@platform/egress';
import { eventStoreMigrations } from '@platform/event-store';
import type { Queries } from '@platform/postgres';
import { runProcessor } from '@platform/processing';
import { EVERY_WORKSPACE, PostgresProcessorState, applicationConnection, restartProcessor } from '@platform/read-store';
import {
  WebhookSecrets,
  beginFold,
  mintSecret,
  webhookClickCursors,
  webhookDeliveryCounts,
  webhookLog,
  webhookLogLock,
  webhookPartitions,
  webhookReplayed,
  webhookSecrets,
} from '@platform/webhooks';
import { Dispatcher, type WebhooksOptions, runWebhooks } from '@apps/webhooks';
import { linkCreated } from './link-events';
import { patientStore } from './patient';
import { openEventStore } from './postgres-event-store';
import { eventually, quiet, withReadStore } from './read-store';
import { insist } from './insist';

export const PEPPER = 'a pepper of thirty-two characters';
const secrets = new WebhookSecrets(PEPPER);

export type WebhookEngine = Awaited<ReturnType<typeof withWebhookEngine>>;

/** Event store, tables and processes of webhooks, without the rest of the product. */
export const withWebhookEngine = async () => {
  const test = await withReadStore([
    ...eventStoreMigrations,
    webhookLog,
    webhookSecrets,
    webhookClickCursors,
    webhookLogLock,
    webhookDeliveryCounts,
    webhookReplayed,
    webhookPartitions,
  ]);
  const opened = openEventStore(test.database);
  const store = patientStore(opened.store);
  const { system: pool } = test.store;
  const deciders = new Deciders(store, AGGREGATES);
  const dispatch: HandleDispatch = (command) => deciders.handlerOf(categoryOf(command.stream))(command);
  const outside = createEgress({ allow: ['127.0.0.1'], dnsServers: [], ownHosts: [] });
  // What hangs still hangs at the end of a test on a busy machine; the deadline of an attempt has a spec of its own.
  const egress: Pick<Egress, 'request'> = {
    request: (url, options) => outside.request(url, { ...options, deadlineMs: 20 * options.deadlineMs }),
  };
  const running = new Set<() => Promise<void>>();

  const lag = async (): Promise<bigint> => {
    const head = await store.head(WEBHOOK_DISPATCHER.categories);
    const position = await insist(() => new PostgresProcessorState(pool, WEBHOOK_DISPATCHER.name).checkpoint());
    return position >= head ? 0n : head - position;
  };
  const append = async (workspace: string, stream: string, ...events: readonly Event[]): Promise<void> => {
    const { rows } = await insist(() => pool.query<{ now: Date }>('select waymark_now() as now'));
    const metadata = () =>
      someMetadata({ workspace_id: workspace, command_id: randomUUID(), at: String(rows[0]?.now) });
    const history = await store.read(stream);
    const proposed = events.map((event) => ({ id: randomUUID(), event, metadata: metadata() }));
    await store.append(stream, proposed, history.at(-1)?.revision ?? -1n);
  };

  return {
    ...test,
    pool,
    events: store,
    append,
    dispatch,
    workspaceId: () => `ws_${randomUUID()}`,
    /** Runs transactions of a workspace. */
    inWorkspace:
      (workspace: string) =>
      <T>(work: (client: Queries) => Promise<T>): Promise<T> =>
        test.store.inWorkspace(workspace, work),
    /** A webhook with a secret. @returns its id */
    webhook: async (workspace: string, url: string, given: Readonly<Record<string, unknown>> = {}) => {
      const id = `whk_${randomUUID().replaceAll('-', '')}`;
      const secret = mintSecret(randomBytes);
      const since = new Date().toISOString();
      await insist(() =>
        test.store.inWorkspace(workspace, (client) =>
          secrets.keep(client, { workspaceId: workspace, webhookId: id, secret, revision: 0n, since }),
        ),
      );
      const data = { webhook_id: id, url, events: ['*'], ...given } as (WebhookEvent & {
        type: 'WebhookCreated';
      })['data'];
      await append(workspace, webhookStream(id), { type: 'WebhookCreated', data });
      return { id, secret };
    },
    change: (workspace: string, id: string, event: WebhookEvent) => append(workspace, webhookStream(id), event),
    /** A link, with a number of edits. @returns its id */
    link: async (workspace: string, edits = 0) => {
      const link_id = `link_${randomUUID().replaceAll('-', '')}`;
      const created = linkCreated({ link_id, alias: link_id });
      const updates = Array.from({ length: edits }, (_, n): LinkEvent => {
        const title = { from: n === 0 ? null : `Title ${n - 1}`, to: `Title ${n}` };
        return { type: 'LinkUpdated', data: { link_id, changes: { title } } };
      });
      await append(workspace, linkStream(link_id), created, ...updates);
      return link_id;
    },
    retitle: (workspace: string, link_id: string) =>
      append(workspace, linkStream(link_id), {
        type: 'LinkUpdated',
        data: { link_id, changes: { title: { from: null, to: randomUUID() } } },
      }),
    /** Positions that the dispatcher has not handled. */
    lag,
    /** Queues what there is, and sends nothing. @param replaced functions of the store, for the dispatcher */
    dispatchOnce: async (replaced: Partial<Pick<EventStore, 'head'>> = {}) => {
      const ending = new AbortController();
      const dispatcher = new Dispatcher({
        readStore: test.store,
        store: { ...store, ...replaced },
        publicUrl: 'https://go.example.com',
      });
      const working = runProcessor(dispatcher, { store, log: quiet, signal: ending.signal });
      await eventually(async () => expect(await lag()).toBe(0n));
      ending.abort();
      await working;
    },
    /** Lets the dispatcher handle every event again, as an adoption does. */
    restart: async () => {
      await beginFold(pool, await store.head(WEBHOOK_DISPATCHER.categories));
      await insist(() => restartProcessor(pool, WEBHOOK_DISPATCHER.name));
    },
    /** `waymark_now()` in milliseconds since 1970. */
    now: async () => {
      const { rows } = await test.owner.query<{ now: string }>(
        'select extract(epoch from waymark_now()) * 1000 as now',
      );
      return Number(rows[0]?.now);
    },
    /** Moves `waymark_now()` by so many milliseconds from the real time. */
    moveClock: (milliseconds: number) =>
      test.owner.query(
        `insert into clock_offset (milliseconds) values ($1)
         on conflict (only_row) do update set milliseconds = excluded.milliseconds`,
        [milliseconds],
      ),
    deliveries: async (webhookId: string) =>
      (
        await test.owner.query<{
          id: string;
          event_id: string;
          type: string;
          status: string;
          attempt: number;
          next_attempt_at: Date | null;
          replayed: boolean;
        }>('select * from webhook_deliveries where webhook_id = $1 order by nth', [webhookId])
      ).rows,
    attempts: async (deliveryId: string) =>
      (
        await test.owner.query<{ number: number; at: Date; error: string | null; response: { status: number } | null }>(
          'select * from webhook_attempts where delivery_id = $1 order by number',
          [deliveryId],
        )
      ).rows,
    /** A process of webhooks. @returns what stops it */
    start: (options: Partial<WebhooksOptions> = {}) => {
      const ending = new AbortController();
      const connect = () => applicationConnection(test.database.url, { name: 'webhooks', workspace: EVERY_WORKSPACE });
      const working = runWebhooks({
        readStore: test.store,
        store,
        publicUrl: 'https://go.example.com',
        connect,
        egress,
        analytics: { rows: () => Promise.reject(new Error('these webhooks get no clicks')) },
        dispatch,
        secretsOf: (ids) => secrets.signing(pool, ids),
        log: quiet,
        signal: ending.signal,
        ...options,
      });
      const stop = async (): Promise<void> => {
        running.delete(stop);
        ending.abort();
        await working;
      };
      running.add(stop);
      return stop;
    },
    stopAll: () => Promise.all([...running].map((stop) => stop())),
    close: async () => {
      await Promise.all([...running].map((stop) => stop()));
      await outside.close();
      await opened.close();
      await test.close();
    },
  };
};
