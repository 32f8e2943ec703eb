import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { insertClicks } from '@platform/analytics-store';
import type { AuditState } from '@platform/click-audit';
import { type Block, blocksBetween, openJournal, sealedUpTo } from '@platform/click-log';
import { createMetrics, type Metrics } from '@platform/telemetry';
import { aClickRow, useClicks } from '../../../test/support/analytics-store';
import { aClick, encode } from '../../../test/support/click-pipeline';
import { eventually, testFolder } from '../../../test/support/programs';
import { auditClicks, type AuditClicks } from './audit-clicks';
import { writeForwarded } from './forwarded';

const DAY_MS = 86_400_000;
const HOUR_S = 3_600;
const FOR_GOOD = { free: 0, pro: 0, enterprise: 0 };
const silent = { warn: () => undefined, error: () => undefined };

const folder = testFolder();
const analytics = useClicks([]);
let metrics: Metrics;
let files: Pick<AuditClicks, 'directory' | 'sentFile' | 'stateFile'>;

beforeEach(() => {
  const dataDir = mkdtempSync(join(folder, 'data-'));
  files = {
    directory: join(dataDir, 'clicks'),
    sentFile: join(dataDir, 'clicks-sent.json'),
    stateFile: join(dataDir, 'clicks-audit.json'),
  };
});

/** Clicks of one source and one second, two hours ago by default, in blocks of 1,000 and the rest. */
const record = async (
  count: number,
  { at = Date.now() - 2 * HOUR_S * 1_000, before = [] }: { at?: number; before?: readonly string[] } = {},
): Promise<readonly Block[]> => {
  // On a clock that stands still no block is sealed before it is full, however slow the disk is.
  const opened = Date.now();
  const journal = await openJournal({ directory: files.directory, log: silent, now: () => opened });
  const second = at - (at % 1_000);
  const clicks = Array.from({ length: count }, (_, n) => encode(aClick({ at: second + (n % 1_000) })));
  await Promise.all([...before, ...clicks].map((payload) => journal.append(payload, at)));
  await journal.close();
  const blocks: Block[] = [];
  for await (const block of blocksBetween({
    directory: files.directory,
    after: {},
    upTo: await sealedUpTo(files.directory),
  })) {
    if (block.source === journal.source) blocks.push(block);
  }
  return blocks;
};
const send = async (): Promise<void> =>
  writeForwarded(files.sentFile, { cursor: await sealedUpTo(files.directory), ended: [] });
const timeOf = (payload: Buffer): number => (JSON.parse(payload.toString()) as [number, number])[1];
const load = async (...blocks: readonly Block[]): Promise<void> => {
  for (const { name, source, records } of blocks) {
    const clicks = records.filter(({ payload }) => payload.toString() !== 'no click');
    await insertClicks(
      analytics.client,
      name,
      clicks.map(({ seq, payload }) => ({ ...aClickRow('', { source, seq }), time: timeOf(payload) })),
    );
  }
};

const figure = async (name: string): Promise<number> =>
  Number(new RegExp(`^clicks_audit_${name} (\\S+)$`, 'm').exec(await metrics.registry.metrics())?.[1]);
const figures = async () => ({
  checked: await figure('checked'),
  missing: await figure('missing'),
  doubled: await figure('doubled'),
  waiting: await figure('waiting_seconds'),
});

interface While {
  readonly retention?: AuditClicks['retention'];
  readonly log?: AuditClicks['log'];
}

/** Runs the audit, as a process would that starts and ends, while `check` runs. */
const whileAudited = async (
  check: () => Promise<void>,
  { retention = FOR_GOOD, log = silent }: While = {},
): Promise<void> => {
  metrics = createMetrics();
  const stopping = new AbortController();
  const running = auditClicks({
    ...files,
    client: analytics.client,
    metrics,
    retention,
    log,
    signal: stopping.signal,
    everyMs: 20,
  });
  try {
    await check();
  } finally {
    stopping.abort();
    await running;
  }
};
/** Found by a round after the restart, and not only remembered. */
const auditFinds = (expected: object, options?: While): Promise<void> => {
  const begun = Date.now();
  return whileAudited(
    () =>
      eventually(async () => {
        const { at } = JSON.parse(readFileSync(files.stateFile, 'utf8')) as AuditState;
        expect(at).toBeGreaterThanOrEqual(begun);
        expect(await figures()).toEqual(expected);
      }),
    options,
  );
};
/** To some minutes, which a busy machine may take. */
const twoHours = expect.closeTo(2 * HOUR_S, -3);

describe('the audit of sent clicks', () => {
  it('finds every click once, despite records that are not clicks and a restart', async () => {
    const blocks = await record(2_400, { before: ['no click'] });
    await send();
    await load(...blocks);
    await auditFinds({ checked: 2_400, missing: 0, doubled: 0, waiting: 0 });
    const more = await record(300);
    await send();
    await load(...more);
    await auditFinds({ checked: 2_700, missing: 0, doubled: 0, waiting: 0 });
  });

  it.each([
    ['in the middle', 1_500],
    ['the last one of all', 2_400],
  ])('reports a missing row: %s', async (_, seq) => {
    const blocks = await record(2_400);
    await send();
    await load(...blocks);
    await analytics.client.command(
      `ALTER TABLE clicks DELETE WHERE source = '${blocks[0]?.source}' AND seq = ${seq} SETTINGS mutations_sync = 1`,
    );
    await auditFinds({ checked: 2_400, missing: 1, doubled: 0, waiting: 0 });
  });

  it('reports a doubled row', async () => {
    const [block, ...rest] = await record(1_400);
    if (!block) throw new Error('there is no block');
    await send();
    await load(block, ...rest);
    await analytics.client.command(
      `INSERT INTO clicks SELECT * FROM clicks WHERE source = '${block.source}' AND seq = 700 ` +
        `SETTINGS insert_deduplication_token = 'another'`,
    );
    await auditFinds({ checked: 1_400, missing: 0, doubled: 1, waiting: 0 });
  });

  it('reports a lost block as soon as a later one of its source arrives', async () => {
    const [first, , last] = await record(2_400);
    if (!first || !last) throw new Error('there are too few blocks');
    await send();
    await load(first);
    await auditFinds({ checked: 1_000, missing: 0, doubled: 0, waiting: twoHours });
    await load(last);
    await auditFinds({ checked: 2_400, missing: 1_000, doubled: 0, waiting: 0 });
  });

  it('reports how long the lost end of a source is overdue, until it is loaded', async () => {
    const [first, second, last] = await record(2_400);
    const [other] = await record(100, { at: Date.now() });
    if (!first || !second || !last || !other) throw new Error('there are too few blocks');
    await send();
    await load(first, second, other);
    await auditFinds({ checked: 2_100, missing: 0, doubled: 0, waiting: twoHours });
    rmSync(join(files.directory, 'heads', first.source));
    await send();
    await auditFinds({ checked: 2_100, missing: 0, doubled: 0, waiting: twoHours });
    await load(last);
    await auditFinds({ checked: 2_100, missing: 0, doubled: 0, waiting: 0 });
  });

  it('looks up only what was sent', async () => {
    const [first, ...rest] = await record(2_400);
    if (!first) throw new Error('there is no block');
    await writeForwarded(files.sentFile, { cursor: first.checkpoint, ended: [] });
    await load(first);
    await auditFinds({ checked: 1_000, missing: 0, doubled: 0, waiting: 0 });
    await load(...rest);
    await send();
    await auditFinds({ checked: 2_400, missing: 0, doubled: 0, waiting: 0 });
  });

  it('looks nothing up twice while a forwarder sends everything again', async () => {
    await load(...(await record(500)), ...(await record(700)));
    await send();
    await auditFinds({ checked: 1_200, missing: 0, doubled: 0, waiting: 0 });
    const [next] = await record(50);
    if (!next) throw new Error('there is no block');
    await load(next);
    await writeForwarded(files.sentFile, {
      cursor: { [next.source]: next.checkpoint[next.source] ?? { segment: 0, offset: 0 } },
      ended: [],
    });
    await auditFinds({ checked: 1_250, missing: 0, doubled: 0, waiting: 0 });
    await send();
    await auditFinds({ checked: 1_250, missing: 0, doubled: 0, waiting: 0 });
  });

  it('does not wait for clicks beyond their retention', async () => {
    await record(200, { at: Date.now() - 40 * DAY_MS });
    const young = await record(300);
    await send();
    await load(...young);
    await auditFinds(
      { checked: 500, missing: 0, doubled: 0, waiting: 0 },
      { retention: { free: 30, pro: 0, enterprise: 365 } },
    );
  });

  it('warns while ClickHouse does not answer, reports the age of its last result, and continues', async () => {
    await load(...(await record(600)));
    await send();
    await auditFinds({ checked: 600, missing: 0, doubled: 0, waiting: 0 });
    await load(...(await record(400)));
    await send();
    await analytics.client.command('RENAME TABLE clicks TO clicks_away');
    const warnings: string[] = [];
    await whileAudited(
      async () => {
        await eventually(async () => {
          expect(warnings).toContain('clicks could not be audited; trying again');
          expect(await figures()).toMatchObject({ checked: 600 });
          expect(await figure('age_seconds')).toBeGreaterThan(0.5);
        });
        await analytics.client.command('RENAME TABLE clicks_away TO clicks');
        const back = Date.now();
        await eventually(async () => {
          expect(await figures()).toMatchObject({ checked: 1_000, missing: 0 });
          const age = await figure('age_seconds');
          expect(age).toBeLessThan((Date.now() - back) / 1_000);
        });
      },
      { log: { ...silent, warn: (_, message) => void warnings.push(message) } },
    );
  });
});
