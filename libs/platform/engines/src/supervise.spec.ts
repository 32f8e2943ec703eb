import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { eventually } from '../../../../test/support/engine-process';
import type { Log } from '@platform/telemetry';
import { type SupervisedChild, type ChildSupervision, superviseChild } from './index';
import { processStart } from './processes';

const GOOD =
  `process.on('SIGTERM', () => process.exit(0)); process.on('disconnect', () => process.exit(0)); ` +
  `process.send('ready')`;
const STUBBORN = `process.on('SIGTERM', () => undefined); process.on('disconnect', () => process.exit(0)); process.send('ready')`;
const BROKEN = `process.exit(3)`;

const log: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
let children: ChildProcess[] = [];
let supervised: SupervisedChild | undefined;

afterEach(async () => {
  await supervised?.stop();
  supervised = undefined;
  children = [];
});

describe('a supervised child', () => {
  it('is ready when supervision starts, and exits by itself on SIGTERM', async () => {
    supervised = await superviseChild(supervision(GOOD));
    const { exited } = supervised;
    await supervised.stop();
    expect(await exited).toEqual({ code: 0, signal: null });
    expect(children).toHaveLength(1);
  });

  it('is restarted whenever it is killed', async () => {
    supervised = await superviseChild(supervision(GOOD));
    for (let n = 1; n <= 3; n++) {
      const { exited } = supervised;
      children.at(-1)?.kill('SIGKILL');
      expect(await exited).toEqual({ code: null, signal: 'SIGKILL' });
      await eventually(async () => expect(children).toHaveLength(n + 1));
    }
  });

  it('is restarted until it succeeds, however often it fails', async () => {
    let script = GOOD;
    supervised = await superviseChild(supervision(() => script));
    script = BROKEN;
    children.at(-1)?.kill('SIGKILL');
    await eventually(async () => expect(children.length).toBeGreaterThan(3));
    script = GOOD;
    await eventually(async () => expect(await alive(children.at(-1))).toBe(true));
  });

  it('is given up after some attempts when it was never ready, with its last output', async () => {
    await expect(superviseChild({ ...supervision(BROKEN), lastOutput: () => 'no disk' })).rejects.toThrow(
      'the child ended before it was ready (exit code 3): no disk',
    );
    expect(children).toHaveLength(4);
  });

  it('is given up when its program does not exist', async () => {
    const start = () => spawn('/does/not/exist');
    await expect(
      superviseChild({ ...supervision(GOOD), start, ready: () => new Promise(() => undefined) }),
    ).rejects.toThrow(/before it was ready/);
  });

  it('is killed when it does not become ready in time', async () => {
    const never = { ready: () => new Promise<void>(() => undefined), readyWithinMs: 50 };
    await expect(superviseChild({ ...supervision(GOOD), ...never })).rejects.toThrow(
      'the child was not ready within 0.05 s',
    );
    for (const child of children) expect(await alive(child)).toBe(false);
  });

  it('is killed when it ignores the request to stop', async () => {
    const stopSteps = [
      { signal: 'SIGTERM', waitMs: 100 },
      { signal: 'SIGKILL', waitMs: 5_000 },
    ] as const;
    supervised = await superviseChild({ ...supervision(STUBBORN), stopSteps });
    const { exited } = supervised;
    await supervised.stop();
    expect(await exited).toEqual({ code: null, signal: 'SIGKILL' });
  });

  it('stays down when it is stopped while it waits for a restart', async () => {
    let script = GOOD;
    supervised = await superviseChild(supervision(() => script));
    script = BROKEN;
    children.at(-1)?.kill('SIGKILL');
    await eventually(async () => expect(children.length).toBeGreaterThan(2));
    await supervised.stop();
    const count = children.length;
    expect(await alive(children.at(-1))).toBe(false);
    await supervised.stop();
    expect(children).toHaveLength(count);
  });
});

function supervision(script: string | (() => string)): ChildSupervision {
  return {
    name: 'the child',
    log,
    start: () => {
      const text = typeof script === 'string' ? script : script();
      const child = spawn(process.execPath, ['-e', text], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
      children.push(child);
      return child;
    },
    ready: async (child) => void (await once(child, 'message')),
  };
}

async function alive(child: ChildProcess | undefined): Promise<boolean> {
  return child?.pid !== undefined && (await processStart(child.pid)) !== undefined;
}
