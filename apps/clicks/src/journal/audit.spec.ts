import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AuditResult } from '@platform/click-audit';
import { aClick, crowd, encode, usePipelines, type ClickPipeline } from '../../../../test/support/click-pipeline';
import { eventually, type Program } from '../../../../test/support/programs';
import type { LoaderMessage } from './messages';

const { pipeline } = usePipelines();
let clicks: ClickPipeline;
beforeEach(() => void (clicks = pipeline()));

const OFTEN = { CLICKS_TEST_AUDIT: '50' };

/** The loader's latest audit report, or undefined. */
const audits = ({ child }: Program): (() => AuditResult | undefined) => {
  let last: AuditResult | undefined;
  child.on('message', (message: LoaderMessage) => {
    if (message.type === 'audit') last = message.audit;
  });
  return () => last;
};

/** Loads clicks without an audit, so that a fault can be planted before the next one. */
const loadUnaudited = async (workspace: string, count: number) => {
  await clicks.write(crowd(workspace, count));
  const loader = await clicks.start();
  await eventually(async () => {
    expect((await clicks.loaded(workspace)).rows).toBe(count);
    const { clickhouse, counters } = await clicks.byLink(workspace);
    expect(counters).toEqual(clickhouse);
  });
  return loader;
};

describe('the audit', () => {
  it('finds nothing where nothing is wrong, over a set-aside record, a kill and new clicks', async () => {
    const journal = await clicks.journal();
    await Promise.all(
      ['no click', ...crowd('ws_clean', 2_500).map(encode)].map((payload) => journal.append(payload, aClick().at)),
    );
    await journal.close();
    const loader = await clicks.start(undefined, OFTEN);
    const first = audits(loader);
    const clean = { missing: 0, doubled: 0, countersOff: 0 };
    await eventually(() =>
      expect(first()).toMatchObject({
        ...clean,
        checked: 2_500,
        checkedUntil: new Date(aClick().at + 2_499).toISOString(),
      }),
    );
    await loader.end('SIGKILL');
    await clicks.write(crowd('ws_clean', 1_500));
    const again = audits(await clicks.start(undefined, OFTEN));
    await eventually(() => expect(again()).toMatchObject({ ...clean, checked: 4_000 }));
  });

  it('reports a missing row, a doubled row and a changed counter', async () => {
    const loader = await loadUnaudited('ws_planted', 2_000);
    const of = (seq: number) => `workspace_id = 'ws_planted' AND seq = ${seq}`;
    await clicks.client.command(`ALTER TABLE clicks DELETE WHERE ${of(700)} SETTINGS mutations_sync = 1`);
    await clicks.client.command(
      `INSERT INTO clicks SELECT * FROM clicks WHERE ${of(900)} SETTINGS insert_deduplication_token = 'another'`,
    );
    await clicks.database.query("update link_counters set clicks = clicks + 3 where link_id = 'ws_planted_1'");
    await loader.end();
    const found = audits(await clicks.start(undefined, OFTEN));
    await eventually(() => expect(found()).toMatchObject({ missing: 1, doubled: 1, checked: 2_000, countersOff: 3 }));
  });

  it('reports a table that was lost as a whole', async () => {
    const loader = await loadUnaudited('ws_lost', 1_200);
    await clicks.client.command('TRUNCATE TABLE clicks');
    await loader.end();
    const found = audits(await clicks.start(undefined, OFTEN));
    await eventually(() => expect(found()).toMatchObject({ missing: 1_200, doubled: 0 }));
  });
});

describe('a damaged segment', () => {
  it('is set aside and logged; both readers continue after the damaged part', async () => {
    await clicks.write(crowd('ws_damaged', 3_500));
    const segments = join(clicks.directory, 'segments');
    const path = join(segments, readdirSync(segments)[0] ?? '');
    const bytes = readFileSync(path);
    // In the second of four blocks.
    const hit = bytes.indexOf('ws_damaged', Math.floor(bytes.length * 0.4));
    bytes.write('xx', hit);
    writeFileSync(path, bytes);
    const program = await clicks.start(undefined, OFTEN);
    const messages = () => program.messages() as readonly LoaderMessage[];
    await clicks.write(crowd('ws_damaged', 500));
    await eventually(async () => {
      expect(await clicks.loaded('ws_damaged')).toEqual({ rows: 3_000, distinct: 3_000 });
      const { clickhouse, counters } = await clicks.byLink('ws_damaged');
      expect(counters).toEqual(clickhouse);
    });
    await eventually(() =>
      expect(messages()).toContainEqual(
        expect.objectContaining({
          type: 'audit',
          audit: expect.objectContaining({ missing: 0, doubled: 0, checked: 3_000 }),
        }),
      ),
    );
    const damage = messages().filter(({ type }) => type === 'damage');
    const kept = readdirSync(join(clicks.stateDirectory, 'set-aside'));
    expect(kept).toEqual([expect.stringMatching(/^\w+\.1-\d+\.damaged$/)]);
    const aside = readFileSync(join(clicks.stateDirectory, 'set-aside', kept[0] ?? ''));
    expect(aside.includes('xx_damaged')).toBe(true);
    expect(damage).toEqual([{ type: 'damage', bytes: aside.length }]);
  });
});
