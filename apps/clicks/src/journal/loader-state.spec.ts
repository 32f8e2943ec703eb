import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crowd, encode, usePipelines, type ClickPipeline } from '../../../../test/support/click-pipeline';
import { eventually } from '../../../../test/support/programs';

const { pipeline } = usePipelines();
let clicks: ClickPipeline;
beforeEach(() => void (clicks = pipeline()));

const exactly = (workspace: string, count: number) =>
  eventually(async () => {
    expect(await clicks.loaded(workspace)).toEqual({ rows: count, distinct: count });
    const { clickhouse, counters } = await clicks.byLink(workspace);
    expect(counters).toEqual(clickhouse);
  }, 120_000);

describe('a state file of the loader', () => {
  it.each<[string, string | undefined]>([
    ['that is empty', ''],
    ['that is cut off', '{"cursor":{"0mcoqg9s1'],
    ['that holds something else', '{"cursor":5}'],
    ['that is gone', undefined],
  ])('%s loses and doubles no click', async (name, content) => {
    const workspace = `ws_${name.replaceAll(' ', '_')}`;
    const file = join(clicks.stateDirectory, 'clickhouse-loader.json');
    const loader = await clicks.start();
    const journal = await clicks.journal();
    // One by one, so that each is a separate insert; after a restart they would be joined.
    for (let blocks = 1; blocks <= 4; blocks += 1) {
      await Promise.all(crowd(workspace, 1_000).map((click) => journal.append(encode(click), click.at)));
      await exactly(workspace, blocks * 1_000);
    }
    await journal.close();
    await loader.end('SIGKILL');
    if (content === undefined) rmSync(file);
    else writeFileSync(file, content);
    await clicks.write(crowd(workspace, 2_200));
    const next = await clicks.start();
    await exactly(workspace, 6_200);
    if (content !== undefined) await eventually(() => expect(next.output()).toContain(`file: '${file}'`));
    await eventually(async () => expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ planned: {} }));
  });
});
