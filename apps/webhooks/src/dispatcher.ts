import { type EventStore, type PublicEvent, type Recorded, categoryOf, idOf } from '@kernel';
import { WEBHOOK_DISPATCHER, publicStreams } from '@contexts/aggregates';
import { WEBHOOK_CATEGORY, type Webhook } from '@contexts/webhooks';
import {
  type Batch,
  type ParkedStream,
  type Processor,
  type Step,
  type StreamBatch,
  StreamFolds,
  byStream,
  parkedAt,
  stepOf,
} from '@platform/processing';
import { EVERY_WORKSPACE, PostgresProcessorState, type ReadStore } from '@platform/read-store';
import {
  type QueuedDelivery,
  type WebhookChanges,
  type WebhookMessage,
  beginFold,
  endFold,
  enqueue,
  foldsTo,
  forgetSubscriptions,
  lockLanes,
  readSubscriptions,
  writeSubscriptions,
} from '@platform/webhooks';
import { Subscribers } from './subscribers';

const READ_AT_ONCE = 8;

export interface DispatcherOptions {
  readonly readStore: Pick<ReadStore, 'system' | 'inWorkspace'>;
  readonly store: Pick<EventStore, 'read' | 'head'>;
  /** The origin whose scheme short URLs have. */
  readonly publicUrl: string;
}

/** What a batch makes. */
interface Effect {
  readonly messages: WebhookMessage[];
  readonly deliveries: QueuedDelivery[];
}

/**
 * Queues public events for the webhooks that subscribe to them, in the transaction of its checkpoint. It folds webhooks
 * itself: a webhook gets no event from before its creation, and an edit holds from its position on. It reads nothing of
 * workspaces without webhooks. After an adoption of another event store it handles every event again: until it has
 * reached what was the end of the store then, webhooks are as they were in the past, and get nothing.
 */
export class Dispatcher implements Processor {
  readonly name = WEBHOOK_DISPATCHER.name;
  readonly categories = WEBHOOK_DISPATCHER.categories;
  readonly state: PostgresProcessorState;
  private readonly streams: StreamFolds;
  /** The fold that is under way: as it is noted, and the position up to which it goes. */
  private fold: { readonly noted: bigint | undefined; readonly to: bigint } | undefined;

  constructor(private readonly options: DispatcherOptions) {
    this.streams = new StreamFolds(options.store, publicStreams(options.publicUrl));
    this.state = new PostgresProcessorState(options.readStore.system, WEBHOOK_DISPATCHER.name);
  }

  readonly handle = async (batch: Batch): Promise<readonly ParkedStream[] | undefined> => {
    const subscribers = await this.subscribersOf(batch);
    const parked = new Map<string, ParkedStream>();
    const published = await this.publish(batch, subscribers, parked);
    const effect = effectOf(batch, { subscribers, published, parked });
    if (batch.mayWait && parked.size === 0 && isNothing(subscribers.changes(), effect)) return undefined;
    await this.write(batch, stepOf(batch, [...parked.values()]), subscribers, effect);
    return [...parked.values()];
  };

  private async subscribersOf(batch: Batch): Promise<Subscribers> {
    const { events, retried } = batch;
    const begins = isFirst(batch);
    const workspaces = [...new Set(events.map(({ metadata }) => metadata.workspace_id))];
    const streams = events.filter(isOfWebhook).map(({ stream }) => stream);
    const { system } = this.options.readStore;
    const stored = begins ? [] : await readSubscriptions<Webhook>(system, workspaces, [...new Set(streams)]);
    const subscribers = new Subscribers(stored, await this.past(batch));
    if (retried) subscribers.forget(retried.stream);
    return subscribers;
  }

  /**
   * Up to where webhooks are folded again. The store may have been put back, or exchanged, since that was noted. To ask
   * for its end takes long.
   */
  private async past(batch: Batch): Promise<bigint | undefined> {
    const begins = isFirst(batch);
    const noted = await foldsTo(this.options.readStore.system);
    if (!begins && noted === undefined) return undefined;
    if (begins || this.fold?.noted !== noted) {
      const head = await this.options.store.head(this.categories);
      this.fold = { noted, to: noted !== undefined && noted < head ? noted : head };
    }
    return this.fold?.to;
  }

  /**
   * The public events of the batch, by the id of the event in the store; only of workspaces with webhooks. A stream with
   * an event that does not say whose it is gets parked.
   */
  private async publish(
    batch: Batch,
    subscribers: Subscribers,
    parked: Map<string, ParkedStream>,
  ): Promise<ReadonlyMap<string, PublicEvent>> {
    const created = new Set(batch.events.filter(isOfWebhook).map(({ metadata }) => metadata.workspace_id));
    const wanted = byStream(batch).filter(({ first, events }) => {
      const { workspace_id } = first.metadata;
      return created.has(workspace_id) || subscribers.keepsEventsOf(workspace_id) || events.some(isOfNobody);
    });
    const published = new Map<string, PublicEvent>();
    for (let at = 0; at < wanted.length; at += READ_AT_ONCE) {
      const some = wanted.slice(at, at + READ_AT_ONCE).map((stream) => this.eventsOf(stream, parked));
      for (const event of (await Promise.all(some)).flat()) published.set(event.id, event);
    }
    return published;
  }

  private async eventsOf(batch: StreamBatch, parked: Map<string, ParkedStream>): Promise<readonly PublicEvent[]> {
    const published = await this.streams.publish(batch);
    if (published.parked) parked.set(batch.stream, published.parked);
    return published.events;
  }

  private async write(batch: Batch, step: Step, subscribers: Subscribers, effect: Effect): Promise<void> {
    const changes = subscribers.changes();
    const lanes = lanesOf(changes, effect);
    const { past } = subscribers;
    const begins = isFirst(batch);
    const ends = past !== undefined && batch.to >= past;
    if (!begins && !ends && isNothing(changes, effect)) return this.state.write(step);
    await this.options.readStore.inWorkspace(EVERY_WORKSPACE, async (client) => {
      await this.state.write(step, client);
      if (begins) await forgetSubscriptions(client);
      if (begins && past !== undefined) await beginFold(client, past);
      if (lanes.length > 0) await lockLanes(client, lanes);
      await writeSubscriptions(client, changes);
      if (effect.messages.length > 0) await enqueue(client, { ...effect, mode: 'once' });
      if (ends) await endFold(client);
    });
  }
}

const isFirst = ({ from }: Batch): boolean => from === -1n;

const isNothing = ({ stored, removed }: WebhookChanges<Webhook>, { messages }: Effect): boolean =>
  stored.length + removed.length + messages.length === 0;

/**
 * Ids of the webhooks whose lanes are written, where several statements write lanes. Each would lock its own: a sender and
 * the dispatcher could wait for each other.
 */
const lanesOf = ({ stopped, started }: WebhookChanges<Webhook>, { deliveries }: Effect): readonly string[] => {
  const changed = [...stopped, ...started].map(({ id }) => id);
  return changed.length === 0 ? [] : [...changed, ...deliveries.map(({ webhook_id }) => webhook_id)];
};

interface Known {
  readonly subscribers: Subscribers;
  readonly published: ReadonlyMap<string, PublicEvent>;
  readonly parked: Map<string, ParkedStream>;
}

/** Goes through the events in their order: each is matched with the webhooks as they were then. */
const effectOf = ({ events, retried }: Batch, { subscribers, published, parked }: Known): Effect => {
  const messages: WebhookMessage[] = [];
  let deliveries: QueuedDelivery[] = [];
  for (const recorded of events) {
    const from = parked.get(recorded.stream)?.position;
    if (from !== undefined && recorded.position >= from) continue;
    const event = published.get(publicIdOf(recorded));
    const isNew = !retried || recorded.position >= retried.position;
    if (event && subscribers.keepsEventsOf(event.workspace_id)) {
      messages.push(messageOf(recorded, event));
      for (const webhook_id of subscribers.receiversOf(event)) deliveries.push({ webhook_id, event_id: event.id });
    }
    if (!isOfWebhook(recorded)) continue;
    try {
      const stopped = subscribers.fold(recorded, isNew);
      deliveries = deliveries.map((one) => (one.webhook_id === stopped ? { ...one, skipped: true } : one));
    } catch (error) {
      parked.set(recorded.stream, parkedAt(recorded, error));
    }
  }
  return { messages, deliveries };
};

const isOfWebhook = ({ stream }: Recorded): boolean => categoryOf(stream) === WEBHOOK_CATEGORY;

const isOfNobody = ({ metadata }: Recorded): boolean => !metadata.workspace_id;

const publicIdOf = ({ id }: Recorded): string => idOf('evt', id);

const messageOf = ({ stream, revision }: Recorded, event: PublicEvent): WebhookMessage => ({
  event_id: event.id,
  workspace_id: event.workspace_id,
  type: event.type,
  stream,
  revision: revision.toString(),
  created_at: event.created_at,
  body: JSON.stringify(bodyOf(event)),
});

/** Leaves out `previous` where no field had another value before. */
const bodyOf = ({ previous, ...event }: PublicEvent): object =>
  Object.keys(previous).length > 0 ? { ...event, previous } : event;
