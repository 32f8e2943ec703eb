import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inDatabaseOf } from '../faults/processes';
import { eventually } from '../support/programs';
import { type Client, type Product, api, startWaymark } from '../support/waymark';
import { type WebhookReceiver, startReceiver, withStatus } from '../support/webhook-receiver';

const MAIN = join(__dirname, '..', '..', 'dist', 'apps', 'ops', 'src', 'main.js');

interface Lane {
  readonly webhook_id: string;
  readonly status: string;
  readonly pending: number;
  readonly failures: number;
  readonly probing: boolean;
  readonly clicks_at: string | null;
}

interface WebhooksReport {
  readonly webhooks: readonly Lane[];
  readonly parked_streams: readonly { readonly stream: string; readonly cause: string }[];
}

let product: Product;
let client: Client;
let receiver: WebhookReceiver;

beforeAll(async () => {
  receiver = await startReceiver();
  product = await startWaymark({ env: { EGRESS_ALLOW: '127.0.0.1' }, patient: true });
  client = api(product, product.bootstrap.api_key);
});
afterAll(async () => {
  await product.stop();
  await receiver.close();
});

/** Runs `ops` as an operator with the product's environment does. */
const ops = (...args: readonly string[]): Promise<{ code: number; out: string; err: string }> =>
  new Promise((resolve) => {
    const env = { PATH: process.env['PATH'], TMPDIR: tmpdir(), DATA_DIR: product.dataDir };
    execFile(process.execPath, [MAIN, ...args], { cwd: dirname(product.dataDir), env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });
const report = async (): Promise<WebhooksReport> => JSON.parse((await ops('webhooks', '--json')).out) as WebhooksReport;
const laneOf = async (id: string) => (await report()).webhooks.find(({ webhook_id }) => webhook_id === id);
const newWebhook = async (path: string, events = ['*']): Promise<string> =>
  (await client.post<{ id: string }>('/v1/webhooks', { url: receiver.url(path), events })).body.id;
const newLink = async (): Promise<{ readonly id: string; readonly alias: string }> =>
  (await client.post<{ id: string; alias: string }>('/v1/links', { destination_url: 'https://example.com/' })).body;
const retitle = (id: string, title: string) => client.patch(`/v1/links/${id}`, { title });
const typesOf = (path: string, link: string): readonly string[] =>
  receiver
    .events(path)
    .filter(({ data }) => (data as { id?: string }).id === link)
    .map(({ type }) => type);

describe('ops webhooks', () => {
  it('says that there is no webhook', async () => {
    expect(await ops('webhooks')).toEqual({ code: 0, out: 'There is no webhook.\n', err: '' });
  });

  it('shows what waits for each webhook and how its endpoint does, those that fail first', async () => {
    receiver.answer('/failing', withStatus(500));
    const [well, failing] = [await newWebhook('/well', ['link.*']), await newWebhook('/failing', ['link.*'])];
    for (let made = 0; made < 6; made += 1) await newLink();
    await eventually(async () => {
      expect(await laneOf(well)).toMatchObject({ status: 'active', pending: 0, failures: 0, probing: false });
      expect(await laneOf(failing)).toMatchObject({ status: 'active', pending: 6, probing: true });
    });
    expect((await report()).webhooks[0]?.webhook_id).toBe(failing);
    const { code, out } = await ops('webhooks', '--limit', '1');
    expect([code, out]).toEqual([0, expect.stringMatching(new RegExp(`pending.*\\n.*${failing}.*one at a time`))]);
    expect(out).not.toContain(well);
    await client.patch(`/v1/webhooks/${failing}`, { active: false });
    await eventually(async () => expect(await laneOf(failing)).toMatchObject({ status: 'paused', pending: 0 }));
  });

  it('shows up to which time the clicks of a webhook are dealt with', async () => {
    const id = await newWebhook('/clicks', ['link.clicked']);
    const link = await newLink();
    await client.post(`/v1/webhooks/${id}/test`);
    await eventually(async () => expect(await laneOf(id)).toMatchObject({ clicks_at: null }));
    await eventually(async () => {
      await fetch(`${product.url}/${link.alias}`, { redirect: 'manual' });
      expect(await laneOf(id)).toMatchObject({ clicks_at: expect.stringMatching(/^\d{4}-.*Z$/) });
    });
  });
});

describe('an event that no public event can be made of', () => {
  /** As a faulty release might have written it. */
  const poison = ({ id }: { readonly id: string }): Promise<unknown> => {
    const metadata = { at: new Date().toISOString(), actor: { type: 'user', id: 'usr_1' } };
    const workspace = { workspace_id: product.bootstrap.workspace_id };
    const event = [randomUUID(), 'LinkUpdated', { link_id: id, changes: null }, { ...metadata, ...workspace }];
    return inDatabaseOf(product, `SELECT waymark_events.append('${JSON.stringify([[streamOf(id), 0, event]])}')`);
  };
  const streamOf = (id: string): string => `link-${id.slice('link_'.length)}`;

  it('is shown with its stream and cause by ops webhooks, and ops replay sends it once it is mended', async () => {
    await newWebhook('/poisoned', ['link.*']);
    const [poisoned, healthy] = [await newLink(), await newLink()];
    await eventually(() => expect(typesOf('/poisoned', poisoned.id)).toEqual(['link.created']));
    await poison(poisoned);
    await eventually(async () =>
      expect((await report()).parked_streams).toMatchObject([
        { stream: streamOf(poisoned.id), cause: expect.stringContaining('TypeError') as unknown },
      ]),
    );
    await retitle(healthy.id, 'others go on');
    await eventually(() => expect(typesOf('/poisoned', healthy.id)).toEqual(['link.created', 'link.updated']));
    const { code, out } = await ops('webhooks');
    expect([code, out]).toEqual([1, expect.stringMatching(/parked stream +position +at +cause\n.*TypeError/)]);
    expect((await ops('doctor')).out).toMatch(/webhook-dispatcher gave up on .*replay webhook-dispatcher/);
    expect(await ops('replay', 'webhook-dispatcher')).toMatchObject({
      code: 1,
      out: expect.stringContaining(`Parked: ${streamOf(poisoned.id)}`) as unknown,
    });
    await inDatabaseOf(
      product,
      `UPDATE waymark_events.events SET data = jsonb_set(data, '{changes}', '{"title":{"from":null,"to":"mended"}}')
       WHERE stream = '${streamOf(poisoned.id)}' AND revision = 1`,
    );
    expect(await ops('replay', 'webhook-dispatcher')).toMatchObject({
      code: 0,
      out: `No longer parked: ${streamOf(poisoned.id)}\n`,
    });
    await eventually(() => expect(typesOf('/poisoned', poisoned.id)).toEqual(['link.created', 'link.updated']));
    expect((await ops('webhooks')).code).toBe(0);
  });
});
