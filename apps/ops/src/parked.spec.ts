import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '@platform/config';
import { MemoryEventStore } from '@platform/event-store';
import { webhookClickCursors, webhookLog, webhookLogLock } from '@platform/webhooks';
import { type TestReadStore, withReadStore } from '../../../test/support/read-store';
import { checkpoints } from './commands/checkpoints';
import { retryParked } from './commands/retry';
import { webhooks } from './commands/webhooks';
import { checkParked } from './doctor/processors';

/** As after a release with a fault that concerns every link. */
const PARKED = 30_000;

let test: TestReadStore;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'waymark-parked-'));
  test = await withReadStore([webhookLog, webhookLogLock, webhookClickCursors]);
  await test.database.query(
    `insert into checkpoints (read_model, position, updated_at)
       select unnest('{relay,webhook-dispatcher}'::text[]), 7, now();
     insert into parked_streams (read_model, stream, position, cause, parked_at)
       select model, 'link-' || n, n, 'Error: a fault', now()
       from generate_series(1, ${PARKED}) n, unnest('{relay,webhook-dispatcher}'::text[]) model;
     insert into parked_streams values ('links', 'link-9', 9, 'Error: a fault', now())`,
  );
});
afterAll(async () => {
  await test.close();
  rmSync(folder, { recursive: true });
});

const installation = () => ({
  config: loadConfig({ DATA_DIR: folder }, { cwd: folder }),
  pool: test.store.system,
  store: new MemoryEventStore(),
  product: 'stopped' as const,
});

describe('of thousands of parked streams', () => {
  it('the doctor names the first ones of each processor, and counts the others', async () => {
    const found = (await checkParked(installation())).map((finding) => finding.found);
    const of = (processor: string) => found.filter((one) => one.startsWith(processor));
    expect(found).toHaveLength(43);
    expect(of('relay')).toHaveLength(20);
    expect(of('relay')[0]).toBe('relay gave up on link-1 at position 1: Error: a fault');
    expect(of('links')).toEqual(['links gave up on link-9 at position 9: Error: a fault']);
    expect(found.filter((one) => one.startsWith('and'))).toEqual([
      'and 29980 more of relay',
      'and 29980 more of webhook-dispatcher',
    ]);
  });

  it('checkpoints shows the first ones of each processor, counts all, and lists more for programs', async () => {
    const { value, lines } = await checkpoints(installation());
    const { processors, parked_streams } = value as {
      processors: readonly { processor: string; parked: number }[];
      parked_streams: readonly unknown[];
    };
    const counts = new Map(processors.map(({ processor, parked }) => [processor, parked]));
    expect([counts.get('relay'), counts.get('links'), counts.get('workspaces')]).toEqual([PARKED, 1, 0]);
    expect(parked_streams).toHaveLength(2_001);
    expect(lines.filter((line) => line.startsWith('relay  ') && line.endsWith('Error: a fault'))).toHaveLength(20);
    expect(lines).toContain('and 29980 more of relay');
    expect(lines.length).toBeLessThan(100);
  });

  it('webhooks shows the first ones', async () => {
    const { value, lines, exitCode } = await webhooks(installation(), { limit: 20 });
    expect([value, exitCode]).toMatchObject([{ parked_not_listed: PARKED - 1_000 }, 1]);
    expect(lines.filter((line) => line.endsWith('Error: a fault'))).toHaveLength(20);
    expect(lines.at(-1)).toBe('and 29980 more of webhook-dispatcher');
  });

  it('a retry asks for all, shows the first ones, and takes no longer for each the more there are', async () => {
    const before = process.cpuUsage();
    const { value, lines, exitCode } = await retryParked(installation(), 'relay');
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(700);
    expect([value, exitCode]).toMatchObject([{ tried: false, released: [], parked_not_listed: PARKED - 1_000 }, 1]);
    expect(lines.at(-1)).toBe('and 29980 more of relay');
    expect(lines).toHaveLength(22);
    const asked = "select count(*)::int as n from parked_streams where retry_requested and read_model = 'relay'";
    expect(await test.database.query(asked)).toEqual([{ n: PARKED }]);
  });
});
