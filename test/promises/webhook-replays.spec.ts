import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newWorkspace, type Workspace } from '../api/support/workspace';
import { type Gateways, startGateways } from '../support/gateways';
import { eventually } from '../support/programs';
import type { Product } from '../support/waymark';

/** More than the connections to the database that requests of one process share. */
const MANY = 12;

let analytics: Awaited<ReturnType<typeof heldAnalytics>>;
let gateways: Gateways;

beforeAll(async () => {
  analytics = await heldAnalytics();
  gateways = await startGateways(1, { CLICKHOUSE_URL: analytics.url, SIGNUP: 'open' });
});
afterAll(async () => {
  await gateways.close();
  analytics.close();
});

/** In place of a ClickHouse server: one that answers no question of a caller until it is let go, and then "nothing". */
const heldAnalytics = async () => {
  const waiting = new Set<ServerResponse>();
  let isHeld = true;
  const server = createServer((request, response) => {
    request.resume();
    if (!request.url?.includes('readonly=2')) return void response.end('Ok.\n');
    if (!isHeld) return void response.end();
    waiting.add(response);
    response.once('close', () => waiting.delete(response));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    waiting: () => waiting.size,
    letGo: () => {
      isHeld = false;
      for (const response of waiting) response.end();
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

/** A webhook for such events. @returns what asks for a replay */
const replayOf = async (workspace: Workspace, event = 'link.clicked') => {
  const { id, created_at: from } = await workspace.createWebhook({ events: [event], active: false });
  return () => workspace.post<{ events: number }>(`/v1/webhooks/${id}/replay`, { from });
};

describe('replays that wait for clicks', () => {
  it('keep no other request waiting, and each workspace has one at a time', async () => {
    const [product] = gateways.all as [Product];
    const workspaces: Workspace[] = [];
    for (let n = 0; n < MANY; n += 1) workspaces.push(await newWorkspace(product));
    const replays = await Promise.all(workspaces.map((workspace) => replayOf(workspace)));
    // Each waits until the log has the webhooks, and on a busy machine not long enough.
    const ofNoClicks = await replayOf(workspaces[0]!, 'link.created');
    await eventually(async () => expect((await ofNoClicks()).status).toBe(202));
    const answers = replays.map((replay) => replay());
    await eventually(() => expect(analytics.waiting()).toBeGreaterThan(0));
    const statuses: number[] = [];
    for (const workspace of workspaces) statuses.push((await workspace.get('/v1/links')).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const more = await Promise.all(replays.map((replay) => replay()));
    expect(new Set(more.map(({ status }) => status))).toEqual(new Set([429, 503]));
    expect(more.every(({ headers }) => Number(headers['retry-after']) > 0)).toBe(true);
    analytics.letGo();
    const ends = await Promise.all(answers);
    expect(new Set(ends.map(({ status }) => status))).toEqual(new Set([202, 503]));
    expect(ends.find(({ status }) => status === 202)?.body.events).toBe(0);
    expect((await replays[0]?.())?.status).toBe(202);
  });
});
