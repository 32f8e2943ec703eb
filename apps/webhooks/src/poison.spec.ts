import { WEBHOOK_DISPATCHER } from '@contexts/aggregates';
import { type LinkEvent, linkStream } from '@contexts/links';
import { PostgresProcessorState } from '@platform/read-store';
import { eventually } from '../../../test/support/programs';
import { type WebhookEngine, withWebhookEngine } from '../../../test/support/webhook-engine';
import { type WebhookReceiver, startReceiver } from '../../../test/support/webhook-receiver';

let engine: WebhookEngine;
let receiver: WebhookReceiver;
let paths = 0;

beforeAll(async () => {
  [engine, receiver] = [await withWebhookEngine(), await startReceiver()];
});
afterEach(() => engine.stopAll());
afterAll(async () => {
  await receiver.close();
  await engine.close();
});

const newWebhook = async () => {
  const [workspace, path] = [engine.workspaceId(), `/${(paths += 1)}`];
  const { id } = await engine.webhook(workspace, receiver.url(path));
  return { workspace, path, id };
};
const state = () => new PostgresProcessorState(engine.pool, WEBHOOK_DISPATCHER.name);
/** An event that no public event can be made of. */
const poison = (workspace: string, link_id: string): Promise<void> => {
  const event: LinkEvent = { type: 'LinkUpdated', data: { link_id, changes: null as never } };
  return engine.append(workspace, linkStream(link_id), event);
};
const retitled = (link_id: string): LinkEvent => ({
  type: 'LinkUpdated',
  data: { link_id, changes: { title: { from: null, to: 'A title' } } },
});
const mend = (link_id: string) =>
  engine.owner.query(
    `update waymark_events.events set data = jsonb_set(data, '{changes}', '{"title":{"from":null,"to":"mended"}}')
     where stream = $1 and data->'changes' = 'null'`,
    [linkStream(link_id)],
  );
/** What came at a path of one link, in its order. */
const ofLink = (path: string, link: string) =>
  receiver
    .events(path)
    .filter(({ data }) => (data as { id: string }).id === link)
    .map((event) => [event.type, (event as { revision?: string }).revision]);
const ALL = [
  ['link.created', '0'],
  ['link.updated', '1'],
  ['link.updated', '2'],
];

describe('an event that no public event can be made of', () => {
  it('is parked with its cause and its successors, while other streams go on', async () => {
    const { workspace, path } = await newWebhook();
    engine.start();
    const [poisoned, healthy] = [await engine.link(workspace), await engine.link(workspace)];
    await poison(workspace, poisoned);
    await engine.retitle(workspace, poisoned);
    await engine.retitle(workspace, healthy);
    await eventually(() => expect(ofLink(path, healthy)).toEqual(ALL.slice(0, 2)));
    await eventually(async () => expect(await engine.lag()).toBe(0n));
    await eventually(() => expect(ofLink(path, poisoned)).toEqual(ALL.slice(0, 1)));
    expect(await state().parked()).toMatchObject([
      { stream: linkStream(poisoned), cause: expect.stringContaining('TypeError') as unknown },
    ]);
  });

  it('holds back nothing that comes before it in the same batch', async () => {
    const { workspace, path } = await newWebhook();
    const poisoned = await engine.link(workspace, 1);
    await poison(workspace, poisoned);
    await engine.retitle(workspace, poisoned);
    engine.start();
    await eventually(() => expect(ofLink(path, poisoned).toSorted()).toEqual(ALL.slice(0, 2)));
    await eventually(async () => expect(await engine.lag()).toBe(0n));
    expect(ofLink(path, poisoned)).toHaveLength(2);
  });

  it('of a webhook, tried again in vain, does not skip what is pending since the webhook was resumed', async () => {
    const { workspace, path, id } = await newWebhook();
    const active = (from: boolean, to: boolean) => ({ active: { from, to } });
    const update = (changes: ReturnType<typeof active> | null) =>
      engine.change(workspace, id, { type: 'WebhookUpdated', data: { webhook_id: id, changes: changes as never } });
    await update(active(true, false));
    await update(active(false, true));
    await update(null);
    const link = await engine.link(workspace);
    await engine.dispatchOnce();
    await engine.dispatchOnce();
    engine.start();
    await eventually(() => expect(ofLink(path, link)).toEqual(ALL.slice(0, 1)));
  });

  it('is delivered with its successors, once and in order, after the repair, when an operator asks for it', async () => {
    const { workspace, path, id } = await newWebhook();
    const stop = engine.start();
    const poisoned = await engine.link(workspace);
    await poison(workspace, poisoned);
    await engine.retitle(workspace, poisoned);
    const streams = async () => (await state().parked()).map(({ stream }) => stream);
    await eventually(async () => expect(await streams()).toContain(linkStream(poisoned)));
    await state().requestRetry();
    await eventually(async () => expect(await state().retryRequested()).toBe(false));
    expect(await streams()).toContain(linkStream(poisoned));
    await stop();
    await mend(poisoned);
    engine.start();
    await state().requestRetry();
    // Attempts that are under way together may arrive in any order; the deliveries have theirs.
    await eventually(() => expect(ofLink(path, poisoned).toSorted()).toEqual(ALL));
    await eventually(async () => expect(await streams()).not.toContain(linkStream(poisoned)));
    const revisions = new Map(
      receiver.events(path).map((event) => [event.id, (event as { revision?: string }).revision]),
    );
    const made = (await engine.deliveries(id)).map(({ type, event_id }) => [type, revisions.get(event_id)]);
    expect(made).toEqual(ALL);
  });

  it('because it does not say of which workspace it is, is parked and delivered after its repair alike', async () => {
    const { workspace, path } = await newWebhook();
    engine.start();
    const [lost, healthy] = [await engine.link(workspace), await engine.link(workspace)];
    await eventually(() => expect(ofLink(path, lost)).toEqual(ALL.slice(0, 1)));
    await engine.append(undefined as never, linkStream(lost), retitled(lost));
    await engine.retitle(workspace, lost);
    await engine.retitle(workspace, healthy);
    await eventually(() => expect(ofLink(path, healthy)).toEqual(ALL.slice(0, 2)));
    const parked = async () => (await state().parked()).filter(({ stream }) => stream === linkStream(lost));
    await eventually(async () =>
      expect(await parked()).toMatchObject([{ cause: expect.stringContaining('has no workspace_id') as unknown }]),
    );
    expect(ofLink(path, lost)).toEqual(ALL.slice(0, 1));
    await engine.owner.query(
      `update waymark_events.events set metadata = metadata || jsonb_build_object('workspace_id', $2::text)
       where stream = $1 and revision = 1`,
      [linkStream(lost), workspace],
    );
    await state().requestRetry();
    await eventually(() => expect(ofLink(path, lost).toSorted()).toEqual(ALL));
    await eventually(async () => expect(await parked()).toEqual([]));
  });

  it('that concerns a webhook is parked, and others are delivered to it as before', async () => {
    const { workspace, path, id } = await newWebhook();
    engine.start();
    await engine.link(workspace);
    await eventually(() => expect(receiver.at(path)).toHaveLength(1));
    await engine.change(workspace, id, {
      type: 'WebhookUpdated',
      data: { webhook_id: id, changes: null as never },
    });
    await eventually(async () =>
      expect((await state().parked()).map(({ stream }) => stream)).toContain(`webhook-${id.slice(4)}`),
    );
    await engine.link(workspace);
    await eventually(() => expect(receiver.at(path)).toHaveLength(2));
  });
});
