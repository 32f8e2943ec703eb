// How long the lists of a workspace take as it grows: its keys, campaigns, QR codes, deliveries and activity, at a
// hundredth and at all of their rows, beside 1,000 small workspaces. Asked of Postgres as the gateway asks it:
// `node -r ./test/support/typescript.cjs test/bench/lists.ts [rows=1000000] [asked=15]`. Of rows, deliveries and
// events are all, keys and QR codes a tenth, campaigns a fiftieth.
import { cpus } from 'node:os';
import type { ReadStore } from '@platform/read-store';
import { MIGRATIONS } from '@platform/process';
import { listDeliveries } from '@platform/webhooks';
import type { ClientBase, QueryConfig } from 'pg';
import { KeyQueries } from '../../apps/gateway/src/api-keys/api-key.queries';
import { keyMigrations } from '../../apps/gateway/src/api-keys/key.migrations';
import { CampaignQueries } from '../../apps/gateway/src/campaigns/campaign.queries';
import { EventQueries } from '../../apps/gateway/src/events/event.queries';
import { QrCodeQueries } from '../../apps/gateway/src/qr-codes/qr-code.queries';
import { type TestReadStore, withReadStore } from '../support/read-store';
import { median } from './lib/numbers';

const [ROWS = 1_000_000, ASKED = 15] = process.argv.slice(2).map(Number);
const SMALL = 1_000;
const NOW = () => new Date().toISOString();

/** Keys: most were rotated and are revoked, some have expired, a few are valid. Campaigns: most were deleted. */
const fillings = (workspace: string, rows: number): readonly string[] => {
  const [keys, campaigns, codes] = [rows / 10, rows / 50, rows / 10].map((of) => Math.max(1, Math.round(of)));
  const ago = (span: string, of: number) => `now() - (${of} - n) * interval '${span}' / ${of}`;
  return [
    `insert into api_keys (id, workspace_id, lineage, name, scope, token_hash, pepper_id, start, expiration, created_at,
       created_by, revoked_at, grace_ends_at, revision)
     select 'key_${workspace}_' || n, '${workspace}', n, 'CMS', 'read', sha256(('${workspace}' || n)::bytea), 'p1', 'svc_live_abcd',
       case when n % 50 = 7 then now() - interval '1 day' when n % 3 = 0 then now() + interval '1 year' end,
       ${ago('1000 days', keys!)}, '{"id": "usr_1", "type": "user"}',
       case when n <= ${keys! - 50} and n % 50 <> 7 then now() - interval '1 hour' end,
       case when n % 10 = 1 then now() + interval '1 hour' end, 0
     from generate_series(1, ${keys}) n`,
    `insert into key_usage (key_id, workspace_id, request_count, last_used_at)
     select 'key_${workspace}_' || n, '${workspace}', n, ${ago('1000 days', keys!)}
     from generate_series(1, ${keys}) n where n % 4 > 0`,
    `insert into campaigns (id, workspace_id, name, status, deleted_at, created_at, updated_at, revision)
     select 'cmp_${workspace}_' || n, '${workspace}', 'Summer', (array['draft', 'active', 'ended', 'ended'])[1 + n % 4],
       case when n % 20 > 0 then now() end, ${ago('1000 days', campaigns!)}, now(), 0
     from generate_series(1, ${campaigns}) n`,
    `insert into qr_codes (id, workspace_id, link_id, format, size, level, margin, fg_color, bg_color, created_by,
       created_at, updated_at, revision)
     select 'qr_${workspace}_' || n, '${workspace}', 'link_' || n % 1000, 'png', 256, 'M', 4, '#000000', '#ffffff', '{}',
       ${ago('1000 days', codes!)}, now(), 0
     from generate_series(1, ${codes}) n`,
    `insert into webhook_deliveries (id, webhook_id, workspace_id, event_id, event_at, type, stream, status, replayed,
       created_at, attempt, step, next_attempt_at)
     select 'dlv_${workspace}_' || n, 'whk_${workspace}', '${workspace}', 'evt_${workspace}_' || n, at,
       case when n % 20000 = 11 then 'campaign.ended' when n % 3 = 0 then 'link.created' else 'link.updated' end, 'link-' || n,
       status, false, at, 1, 1, case when status = 'pending' then now() + interval '1 day' end
     from (select n, ${ago('29 days', rows)} as at, case when n % 20000 = 17 then 'failed' when n % 20000 = 3 then 'skipped'
         when n > ${rows} - 20 then 'pending' else 'delivered' end as status
       from generate_series(1, ${rows}) n) d`,
    `insert into webhook_attempts (delivery_id, created_at, number, workspace_id, at, duration_ms, response)
     select id, created_at, 1, workspace_id, created_at, 84, '{"status": 200, "headers": {}, "body": "ok"}'
     from webhook_deliveries where webhook_id = 'whk_${workspace}'`,
    `insert into workspace_events (id, workspace_id, at, type, actor_type, actor_id, request_id, resource_id, stream, revision)
     select '${workspace}_' || n, '${workspace}', ${ago('1000 days', rows)},
       case when n % 20000 = 11 then 'campaign.ended' when n % 3 = 0 then 'link.created' else 'link.updated' end,
       case when n % 20000 = 11 then 'system' when n % 5000 = 13 then 'user' else 'api_key' end,
       case when n % 20000 = 11 then 'scheduler' when n % 5000 = 13 then 'usr_1' else 'key_1' end,
       case when n % 2 = 0 then 'req_import' else 'req_' || n end, 'link_' || n, 'link-' || n, 0
     from generate_series(1, ${rows}) n`,
  ];
};

const fill = async ({ owner }: TestReadStore, workspace: string, rows: number): Promise<void> => {
  for (const text of fillings(workspace, rows)) await owner.query(`set waymark.workspace = '*'; ${text}`);
};

type Ask = (store: ReadStore, workspace: string) => Promise<unknown>;
const PAGE = { page: 1, limit: 25 } as const;
const keys =
  (more: object): Ask =>
  (store, workspace) =>
    new KeyQueries(store).list(workspace, { ...PAGE, ...more }, NOW());
const campaigns =
  (more: object): Ask =>
  (store, workspace) =>
    new CampaignQueries(store).list(workspace, { ...PAGE, ...more });
const codes =
  (more: object): Ask =>
  (store, workspace) =>
    new QrCodeQueries(store).list(workspace, { ...PAGE, ...more });
const deliveries =
  (more: object): Ask =>
  (store, workspaceId) =>
    store.inWorkspace(workspaceId, (client) =>
      listDeliveries(client, {
        workspaceId,
        webhookId: `whk_${workspaceId}`,
        ...PAGE,
        countTo: Object.keys(more).length > 0 ? 10_001 : undefined,
        ...more,
      }),
    );
const events =
  (more: object): Ask =>
  (store, workspace) =>
    new EventQueries(store).page(workspace, { limit: 25, ...more });
const weekAgo = new Date(Date.now() - 7 * 86_400_000).toISOString();

const QUESTIONS: Readonly<Record<string, Ask>> = {
  keys: keys({}),
  'keys, page 40': keys({ page: 40 }),
  'keys, active': keys({ status: 'active' }),
  'keys, grace': keys({ status: 'grace' }),
  'keys, revoked': keys({ status: 'revoked' }),
  'keys, expired': keys({ status: 'expired' }),
  'keys, unused for 30 days': keys({ unused_for_days: 30 }),
  'keys, older than 90 days': keys({ older_than_days: 90 }),
  'keys, active and unused': keys({ status: 'active', unused_for_days: 30 }),
  campaigns: campaigns({}),
  'campaigns, active': campaigns({ status: 'active' }),
  'campaigns, paused (none)': campaigns({ status: 'paused' }),
  'QR codes': codes({}),
  'QR codes of a link': codes({ link_id: 'link_7' }),
  deliveries: deliveries({}),
  'deliveries, delivered': deliveries({ status: 'delivered' }),
  'deliveries, failed': deliveries({ status: 'failed' }),
  'deliveries, pending': deliveries({ status: 'pending' }),
  'deliveries, a frequent type': deliveries({ type: 'link.updated' }),
  'deliveries, a rare type': deliveries({ type: 'campaign.ended' }),
  'deliveries, no such type': deliveries({ type: 'domain.failed' }),
  'deliveries, failed of a type': deliveries({ type: 'link.updated', status: 'failed' }),
  'deliveries, of a week': deliveries({ from: weekAgo }),
  'deliveries, failed in a week': deliveries({ from: weekAgo, status: 'failed' }),
  activity: events({}),
  'activity, a frequent type': events({ type: ['link.updated'] }),
  'activity, a rare type': events({ type: ['campaign.*'] }),
  'activity, all types': events({ type: ['*'] }),
  'activity, a busy actor': events({ actor: 'key_1' }),
  'activity, a rare actor': events({ actor: 'usr_1' }),
  'activity, a rare kind': events({ actor: 'system' }),
  'activity, of no user': events({ actor: 'usr_2' }),
  'activity, rare type of actor': events({ actor: 'key_1', type: ['domain.*'] }),
  'activity, rare kind and type': events({ actor: 'user', type: ['campaign.*'] }),
  'activity, a request': events({ request_id: 'req_7' }),
  'activity, an import': events({ request_id: 'req_import' }),
  'activity, import, rare type': events({ request_id: 'req_import', type: ['domain.*'] }),
};

interface Plan {
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
}
interface Explained {
  readonly Plan: Plan;
  readonly 'Planning Time': number;
  readonly 'Execution Time': number;
}

/** A store whose queries are explained, too. `told` has what the database did for those of one question. */
const explaining = (store: ReadStore, told: Explained[]): ReadStore => ({
  ...store,
  inWorkspace: (workspace, work, options) =>
    store.inWorkspace(
      workspace,
      (client) =>
        work({
          query: async (query: string | QueryConfig, values?: unknown[]) => {
            const { text, values: bound = [] } = typeof query === 'string' ? { text: query, values } : query;
            const { rows } = await client.query<{ 'QUERY PLAN': readonly Explained[] }>(
              `explain (analyze, buffers, timing off, format json) ${text}`,
              [...bound],
            );
            told.push(rows[0]!['QUERY PLAN'][0]!);
            return client.query(text, [...bound]);
          },
        } as ClientBase),
      options,
    ),
});

interface Figures {
  readonly took: number;
  /** By Postgres' own account, planning included. */
  readonly inside: number;
  readonly pages: number;
}

const figuresOf = async (store: ReadStore, workspace: string, ask: Ask): Promise<Figures> => {
  const [took, inside, pages]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round <= ASKED; round += 1) {
    const began = performance.now();
    await ask(store, workspace);
    if (round > 0) took.push(performance.now() - began);
  }
  for (let round = 0; round < 5; round += 1) {
    const told: Explained[] = [];
    await ask(explaining(store, told), workspace);
    const sum = (of: (one: Explained) => number) => told.reduce((all, one) => all + of(one), 0);
    inside.push(sum((one) => one['Planning Time'] + one['Execution Time']));
    pages.push(sum(({ Plan }) => Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks']));
  }
  return { took: median(took), inside: median(inside), pages: median(pages) };
};

const main = async (): Promise<void> => {
  const test = await withReadStore([...MIGRATIONS, ...keyMigrations]);
  try {
    const part = Math.round(ROWS / 100);
    const began = performance.now();
    await fill(test, 'ws_part', part);
    await fill(test, 'ws_all', ROWS);
    for (let nth = 0; nth < SMALL; nth += 1) await fill(test, `ws_small${nth}`, 10);
    await test.owner.query("set waymark.workspace = '*'; select keep_webhook_log('webhook_deliveries')");
    await test.owner.query("select keep_webhook_log('webhook_attempts')");
    await test.owner.query('vacuum analyze');
    console.log(`${ROWS} rows filled in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
    console.log(
      `p50 of ${ASKED} in ms, by Postgres' account of 5, and pages read; ${cpus().length} × ${cpus()[0]?.model}`,
    );
    const cells = ({ took, inside, pages }: Figures) =>
      `${took.toFixed(1).padStart(9)}${inside.toFixed(1).padStart(9)}${String(pages).padStart(9)}`;
    console.log(`${''.padEnd(30)}${`of ${part}`.padStart(27)}${`of ${ROWS}`.padStart(27)}`);
    for (const [name, ask] of Object.entries(QUESTIONS)) {
      const [few, all] = [await figuresOf(test.store, 'ws_part', ask), await figuresOf(test.store, 'ws_all', ask)];
      console.log(`${name.padEnd(30)}${cells(few)}${cells(all)}`);
    }
  } finally {
    await test.close();
  }
};

void main();
