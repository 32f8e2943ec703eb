import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { type AnalyticsClient, createAnalyticsClient, engineSocketPath } from '@platform/analytics-store';
import type { Pool } from 'pg';
import { visit } from '../api/support/clicks';
import { type Workspace, newWorkspace } from '../api/support/workspace';
import { type ClockedProduct, startClockedProduct } from '../support/clocked-product';
import { testPool } from '../support/pool';
import { eventually } from '../support/programs';
import { api, send, startWaymark } from '../support/waymark';

const OPS = join(__dirname, '..', '..', 'dist', 'apps', 'ops', 'src', 'main.js');
const DAY = 86_400_000;

let product: ClockedProduct;
let database: Pool;
let clicks: AnalyticsClient;
let workspace: Workspace;
let other: Workspace;
let restarted: { stop(): Promise<void> } | undefined;

beforeAll(async () => {
  product = { ...(await startClockedProduct()), patient: true };
  database = testPool({ connectionString: product.env['DATABASE_URL'], max: 2 });
  clicks = createAnalyticsClient({ socketPath: engineSocketPath(join(product.dataDir, 'analytics')) });
  [workspace, other] = [await newWorkspace(product), await newWorkspace(product)];
});
afterAll(async () => {
  await restarted?.stop();
  await clicks.close();
  await database.end();
  await product.stop();
});

const ops = (...args: string[]): Promise<{ code: number; out: string; err: string }> =>
  new Promise((resolve) => {
    const env = { PATH: process.env['PATH'], ...product.env, DATA_DIR: product.dataDir };
    execFile(process.execPath, [OPS, ...args], { env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });

const remove = async (): Promise<void> => {
  const { token, user } = { token: workspace.owner.access_token, user: workspace.user };
  const { name } = (await user.get<{ name: string }>('/v1/workspace')).body;
  const headers = { authorization: `Bearer ${token}` };
  const { status } = await send(product, 'DELETE', '/v1/workspace', { body: { name }, headers });
  expect(status).toBe(204);
};

/** Status of a request with the workspace's key, and of a visit of its link. */
const answers = async (alias: string) => [
  (await api(product, workspace.token).get('/v1/links')).status,
  (await send(product, 'GET', `/${alias}`)).status,
];

/** Rows by table, of all tables with rows of workspaces. */
const rowsOf = async (id: string): Promise<Readonly<Record<string, number>>> => {
  const { rows: tables } = await database.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'workspace_id' order by 1`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await database.query<{ n: number }>(
      `select count(*)::int as n from ${name} where workspace_id = $1`,
      [id],
    );
    if (rows[0]?.n) counts[name] = rows[0].n;
  }
  return counts;
};
const clicksOf = async (id: string): Promise<number> => {
  const rows = await clicks.rows<{ n: string }>('SELECT count() AS n FROM clicks WHERE workspace_id = {id:String}', {
    id,
  });
  return Number(rows[0]?.n);
};
const eventsOf = async (type: string): Promise<number> => {
  const { rows } = await database.query<{ n: number }>(
    'select count(*)::int as n from waymark_events.events where type = $1',
    [type],
  );
  return rows[0]?.n ?? 0;
};

describe('a workspace that its owner deletes', () => {
  it('is closed with the answer, whole again once restored, and gone for good after 30 days', async () => {
    const links = [];
    const { id: campaign_id } = await workspace.createCampaign({ starts_at: '2999-01-01T00:00:00Z' });
    await workspace.createWebhook();
    const code = await workspace.createQrCode();
    expect((await workspace.delete(`/v1/qr-codes/${code.id}`)).status).toBe(204);
    for (let n = 0; n < 20; n += 1) links.push(await workspace.createLink({ campaign_id }));
    const [{ alias = '' } = {}] = links;
    const kept = await other.createLink();
    await visit(workspace, alias);
    await visit(other, kept.alias);
    await eventually(async () => expect([await clicksOf(workspace.id), await clicksOf(other.id)]).toEqual([1, 1]));

    await remove();
    expect(await answers(alias)).toEqual([401, 404]);
    expect((await ops('workspaces', '--deleted')).out).toMatch(new RegExp(`${workspace.id} .* can be restored until`));

    expect(await ops('workspace', 'restore', workspace.id)).toMatchObject({
      code: 0,
      out: `${workspace.id} is restored.\n`,
    });
    expect((await api(product, workspace.token).get('/v1/links')).status).toBe(200);
    await eventually(async () => expect(await answers(alias)).toEqual([200, 302]));
    expect((await workspace.user.get('/v1/workspace')).status).toBe(200);
    await eventually(async () => expect(await clicksOf(workspace.id)).toBe(2));

    await remove();
    const deletedAt = await product.now();
    await product.freeze(new Date(deletedAt.getTime() + 31 * DAY));
    // It ends in the middle of the purge, and the next start goes on with it.
    await eventually(async () => expect(await eventsOf('WorkspacePurged')).toBe(1));
    await product.kill('SIGKILL');
    expect(await ops('workspace', 'restore', workspace.id)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^This workspace could be restored until \S+Z, and no longer\.\n$/),
    });
    restarted = await startWaymark({ dataDir: product.dataDir, port: product.port, env: product.env });
    // The membership stays, so that the user can log in; their sessions have expired.
    await eventually(async () => expect(await rowsOf(workspace.id)).toEqual({ memberships: 1 }));
    await eventually(async () => expect(await clicksOf(workspace.id)).toBe(0));
    const purged = ['LinkPurged', 'CampaignPurged', 'WebhookPurged', 'QrCodePurged'].map(eventsOf);
    expect(await Promise.all(purged)).toEqual([links.length, 1, 1, 1]);
    expect(await answers(alias)).toEqual([401, 404]);

    for (const model of [
      'links',
      'api_keys',
      'campaigns',
      'webhooks',
      'workspaces',
      'key_timers',
      'campaign_timers',
      'workspace_timers',
      'workspace_events',
    ])
      expect(await ops('replay', model, '--swap')).toMatchObject({
        code: 0,
        out: expect.stringContaining('The live table equals it'),
      });
    expect(await rowsOf(workspace.id)).toEqual({ memberships: 1 });
    expect(await answers(alias)).toEqual([401, 404]);
    expect(await clicksOf(other.id)).toBe(1);
    expect((await send(product, 'GET', `/${kept.alias}`)).status).toBe(302);
    const { rows } = await database.query<{ off: number }>(
      'select (select sum(clicks + bot_clicks) from link_counters)::int - (select sum(counted) from ' +
        'click_checkpoints)::int as off',
    );
    expect(rows).toEqual([{ off: 0 }]);
  });
});
