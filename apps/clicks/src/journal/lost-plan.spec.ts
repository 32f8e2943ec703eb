import { mkdtempSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { createEnricher } from '@contexts/clicks';
import type { AnalyticsClient } from '@platform/analytics-store';
import { type ClickLogCheckpoint, openJournal, waitingBlocks } from '@platform/click-log';
import { openGeoIp } from '@platform/geoip';
import { crowd, encode, usePipelines, type ClickPipeline } from '../../../../test/support/click-pipeline';
import { ended, eventually } from '../../../../test/support/programs';
import { runLoader } from './loader';
import { LoaderState, loaderStateFile, type StoredState } from './loader-state';
import { PreparedBlocks } from './prepared-blocks';

const { folder, pipeline } = usePipelines();

const stateOf = (stateDirectory: string): StoredState =>
  JSON.parse(readFileSync(loaderStateFile(stateDirectory), 'utf8')) as StoredState;

/** Changes a byte in the third of the four blocks that one journal has written. */
const damageThirdBlock = ({ directory }: ClickPipeline, workspace: string): void => {
  const segments = join(directory, 'segments');
  const path = join(segments, readdirSync(segments)[0] ?? '');
  const bytes = readFileSync(path);
  bytes.write('xx', bytes.indexOf(workspace, Math.floor(bytes.length * 0.7)));
  writeFileSync(path, bytes);
};

describe('a planned insert of three blocks, of which the second was damaged since', () => {
  // The first block is inserted alone, so the planned insert is the second one.
  it.each([
    { name: 'was not made', killAt: 'loader.planned:1', loaded: 2_500 },
    { name: 'was made', killAt: 'loader.inserted:2', loaded: 3_500 },
  ])('loses and doubles nothing that is intact if it $name', async ({ killAt, loaded }) => {
    const clicks = pipeline();
    const workspace = `ws_${killAt.replace(/\W/g, '_')}`;
    await clicks.write(crowd(workspace, 3_500));
    await ended(await clicks.start(killAt));
    expect(Object.values(stateOf(clicks.stateDirectory).planned)).toEqual([3]);
    damageThirdBlock(clicks, workspace);
    await clicks.write(crowd(workspace, 700));

    const program = await clicks.start();
    await eventually(async () =>
      expect(await clicks.loaded(workspace)).toEqual({ rows: loaded + 700, distinct: loaded + 700 }),
    );
    await eventually(() => expect(stateOf(clicks.stateDirectory).planned).toEqual({}));
    expect(program.output()).toMatch(/has lost its blocks/);
    expect(readdirSync(join(clicks.stateDirectory, 'set-aside'))).toEqual([
      expect.stringMatching(/^\w+\.1-\d+\.damaged$/),
    ]);
  });
});

describe('a planned insert whose blocks a power cut has hidden', () => {
  const log = { info: jest.fn(), warn: jest.fn(), error: jest.fn() };

  /** A log in which a dead writer has three blocks, of which its old head shows one, and another writer has one. */
  const hidden = async () => {
    const directory = mkdtempSync(join(folder, 'log-'));
    const write = async (count: number) => {
      const journal = await openJournal({ directory, log });
      await Promise.all(crowd('ws_hidden', count).map((click) => journal.append(encode(click), click.at)));
      await journal.close();
      return journal.source;
    };
    const source = await write(2_500);
    const head = join(directory, 'heads', source);
    const whole = readFileSync(head);
    await write(1);
    for await (const { checkpoint } of waitingBlocks(directory, {})) {
      const text = JSON.stringify({ ...checkpoint[source], owner: { pid: 1, started: 'before', host: 'gone' } });
      writeFileSync(head, `${crc32(text).toString(16).padStart(8, '0')} ${text}`.padEnd(256));
      utimesSync(head, 0, 0);
      break;
    }
    return { directory, source, recover: () => writeFileSync(head, whole) };
  };

  it('is made as planned once recovery has found them', async () => {
    const { directory, source, recover } = await hidden();
    const stateDirectory = mkdtempSync(join(folder, 'state-'));
    writeFileSync(loaderStateFile(stateDirectory), JSON.stringify({ cursor: {}, planned: { [source]: 3 } }));
    const asked = jest.fn(async () => ({}));
    const stop = new AbortController();
    const blocks: number[] = [];
    await runLoader({
      directory,
      stateDirectory,
      state: new LoaderState({ stateDirectory, recover: asked, log }),
      prepared: new PreparedBlocks(createEnricher(openGeoIp({ log }))),
      client: {
        insertEncoded: async (_: string, rows: readonly Uint8Array[]) => {
          if (blocks.push(rows.length) === 2) stop.abort();
        },
      } as unknown as AnalyticsClient,
      signal: stop.signal,
      onDamage: jest.fn(),
      log: { ...log, error: recover },
    });
    expect(blocks).toEqual([3, 1]);
    expect(asked).not.toHaveBeenCalled();
  });
});

describe('a plan that is dropped', () => {
  const place = (offset: number) => ({ segment: 1, offset });
  const stored: StoredState = { cursor: { a: place(5), b: place(7) }, planned: { a: 3, b: 2 } };
  /** A state with two plans, and when it believed that an insert may last have begun. */
  const planned = async (found: ClickLogCheckpoint) => {
    const stateDirectory = mkdtempSync(join(folder, 'state-'));
    writeFileSync(loaderStateFile(stateDirectory), JSON.stringify(stored));
    const asked: (number | undefined)[] = [];
    const recover = async (lastInsert?: number) => {
      asked.push(lastInsert);
      return found;
    };
    const state = new LoaderState({
      stateDirectory,
      recover,
      log: { info: jest.fn(), warn: jest.fn(), error: jest.fn() },
    });
    await state.resume();
    return { state, asked, stateDirectory };
  };

  it('moves its source to what ClickHouse has, and leaves other sources as they are', async () => {
    const { state, stateDirectory } = await planned({ a: place(9), b: place(1) });
    await state.dropPlan('a');
    expect(stateOf(stateDirectory)).toEqual({ cursor: { a: place(9), b: place(7) }, planned: { b: 2 } });
  });

  it.each<ClickLogCheckpoint>([{ a: place(3) }, {}])('never moves its source back (%j)', async (found) => {
    const { state, stateDirectory } = await planned(found);
    await state.dropPlan('a');
    expect(stateOf(stateDirectory)).toEqual({ cursor: stored.cursor, planned: { b: 2 } });
  });

  it('says whether an insert of this process may still run', async () => {
    const { state, asked } = await planned({});
    await state.dropPlan('a');
    await state.plan('b', 2);
    await state.dropPlan('b');
    expect(asked).toEqual([0, expect.any(Number)]);
    expect(asked[1]).toBeGreaterThan(0);
  });
});
