import { execFile } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { READ_MODELS } from '@apps/ops';
import { eventually } from '../../support/programs';
import { api } from '../../support/waymark';
import type { WholeCluster } from '../../support/whole-cluster';
import type { History } from './history';

const OPS = join(__dirname, '..', '..', '..', 'dist', 'apps', 'ops', 'src', 'main.js');

/**
 * Promises 1, 2 and 5: every acknowledged write is there, once, as it was last acknowledged, and no reader saw
 * otherwise.
 */
export const expectEveryWrite = async (
  { proxy, cluster }: WholeCluster,
  { written, violations, tag }: History,
): Promise<void> => {
  const client = api({ ...proxy, patient: true }, cluster.bootstrap.api_key);
  const wrongWith = async ({ id, title, edits }: History['written'][number]): Promise<string[]> => {
    const { status, body } = await client.get<{ title: string }>(`/v1/links/${id}`);
    const history = await client.get<{ data: readonly { type: string }[] }>(`/v1/links/${id}/history`);
    const events = history.body.data.length;
    if (status === 200 && body.title === title && events === 1 + edits) return [];
    return [`${id}: ${status}, ${body.title} for ${title}, ${events} events for ${edits} edits`];
  };
  // What was answered with Waymark-Pending is shown a little later.
  for (const one of written) await eventually(async () => expect(await wrongWith(one)).toEqual([]));
  expect(violations).toEqual([]);
  expect(new Set(written.map(({ id }) => id)).size).toBe(written.length);
  await eventually(async () => {
    const { body } = await client.get<{ meta: { total: number } }>(`/v1/links?tags=${tag}&limit=1`);
    expect({ acknowledged: written.length, there: body.meta.total }).toEqual({
      acknowledged: written.length,
      there: written.length,
    });
  });
};

/** Promise 4: every read model is the fold of its events. @returns how many events were folded */
export const expectFolds = async ({ database, events, secrets }: WholeCluster): Promise<number> => {
  const env = {
    PATH: process.env['PATH'],
    TMPDIR: tmpdir(),
    DATABASE_URL: database.url,
    EVENTSTORE_URL: events.url,
    ...secrets,
  };
  let folded = 0;
  for (const { name } of READ_MODELS) {
    const said = await new Promise<string>((resolve) =>
      execFile(process.execPath, [OPS, 'replay', name, '--json'], { cwd: tmpdir(), env }, (_, out, err) =>
        resolve(out || err),
      ),
    );
    const replayed = JSON.parse(said) as { equal: boolean; events: number; parked: readonly unknown[] };
    expect({ name, equal: replayed.equal, parked: replayed.parked }).toEqual({ name, equal: true, parked: [] });
    folded += replayed.events;
  }
  return folded;
};

/**
 * Promise 9: each acknowledged click counts once, in analytics and in the link's own counter.
 * @returns the number of clicks
 */
export const expectEveryClick = async ({ proxy, cluster }: WholeCluster, { visited }: History): Promise<number> => {
  const client = api({ ...proxy, patient: true }, cluster.bootstrap.api_key);
  let clicks = 0;
  for (const { id, acknowledged, unsure } of visited) {
    clicks += await eventually(async () => {
      const {
        body: { totals },
      } = await client.get<{ totals: { clicks: number } }>(`/v1/analytics/links/${id}?range=all`);
      const {
        body: { clicks: counter },
      } = await client.get<{ clicks: number }>(`/v1/links/${id}`);
      const lost = Math.max(0, acknowledged - totals.clicks);
      expect({ acknowledged, unsure, analytics: totals.clicks, counter, lost }).toEqual({
        acknowledged,
        unsure,
        analytics: counter,
        counter: totals.clicks,
        lost: 0,
      });
      return counter;
    }, 180_000);
    const {
      body: { clicks: counter },
    } = await client.get<{ clicks: number }>(`/v1/links/${id}`);
    expect(counter).toBeLessThanOrEqual(acknowledged + unsure);
  }
  return clicks;
};

/** One line of the run's summary, which `npm run test:cluster` prints at its end. */
export const report = (fault: string, happened: string, figures: Readonly<Record<string, unknown>>): void => {
  const line = [
    fault,
    happened,
    Object.entries(figures)
      .map(([name, value]) => `${name} ${String(value)}`)
      .join('; '),
  ].join(' | ');
  const summary = process.env['FAULT_SUMMARY'];
  if (summary) appendFileSync(summary, `${line}\n`);
  else console.info(line);
};
