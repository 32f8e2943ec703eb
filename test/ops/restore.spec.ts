import { type ChildProcess, execFile, execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, lstatSync, mkdtempSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { untilJudged } from '../support/judged';
import { endPrograms, eventually } from '../support/programs';
import { type Client, type Product, api, freePort, send, startWaymark } from '../support/waymark';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';
const MAIN = join(__dirname, '..', '..', 'dist', 'apps', 'ops', 'src', 'main.js');

let folder: string;
let dataDir: string;
let port: number;
let product: Product | undefined;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'waymark-restore-'));
  chmodSync(folder, 0o755);
  dataDir = join(folder, 'data');
  port = await freePort();
});
afterEach(async () => {
  await product?.stop();
  await endPrograms();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
});

const start = async (): Promise<Client> => {
  product = await startWaymark({ dataDir, port, patient: true });
  return api(product, product.bootstrap.api_key);
};
const end = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => void (await product?.kill(signal));
const ops = (...args: string[]) => opsWith(() => undefined, ...args);
/** @param beside gets the process that runs */
const opsWith = (
  beside: (child: ChildProcess) => unknown,
  ...args: string[]
): Promise<{ code: number; out: string; err: string }> =>
  new Promise((resolve) => {
    const env = { PATH: process.env['PATH'], TMPDIR: tmpdir(), DATA_DIR: dataDir };
    beside(
      execFile(process.execPath, [MAIN, ...args], { cwd: folder, env }, (error, out, err) =>
        resolve({ code: error ? Number(error.code) : 0, out, err }),
      ),
    );
  });
/** With owners and modes, as an operator copies. */
const copy = (from: string, to: string): void => void execFileSync('cp', ['-a', from, to]);
const putBack = (from: string, to: string): void => {
  rmSync(to, { recursive: true, maxRetries: 10 });
  renameSync(from, to);
};

interface Link {
  readonly id: string;
  readonly destination_url: string;
}
const to = (path: string): string => `https://example.com/${path}`;
const create = async (client: Client, alias: string, path: string): Promise<Link> => {
  const headers = { 'idempotency-key': randomUUID() };
  const { status, body } = await untilJudged(() =>
    client.post<Link>('/v1/links', { alias, destination_url: to(path) }, headers),
  );
  expect(status).toBe(201);
  return body;
};
const edit = async (client: Client, { id }: Pick<Link, 'id'>, path: string): Promise<void> =>
  expect((await client.patch(`/v1/links/${id}`, { destination_url: to(path) })).status).toBe(200);
const visit = (alias: string) =>
  send({ url: '', port, patient: true }, 'GET', `/${alias}`, { headers: { 'user-agent': BROWSER } });
const leadsTo = (alias: string, path: string) =>
  eventually(async () => {
    const { status, headers } = await visit(alias);
    expect([status, headers.location]).toEqual([302, to(path)]);
  });
const isUnknown = (alias: string) => eventually(async () => expect((await visit(alias)).status).toBe(404));
const rebuilt = (): boolean => /the event store has another history; rebuilding/.test(product?.output() ?? '');

describe('a restored database', () => {
  it('is followed by redirects: what was undone is gone, and new edits and links arrive', async () => {
    let client = await start();
    const link = await create(client, 'summer', 'first');
    await leadsTo('summer', 'first');
    await end();
    copy(join(dataDir, 'postgres'), join(folder, 'postgres'));

    client = await start();
    await edit(client, link, 'undone');
    for (let n = 0; n < 5; n += 1) await create(client, `undone-${n}`, 'undone');
    await leadsTo('summer', 'undone');
    await leadsTo('undone-0', 'undone');
    await end();
    putBack(join(folder, 'postgres'), join(dataDir, 'postgres'));

    client = await start();
    expect((await visit('summer')).headers.location).toBe(to('first'));
    expect((await visit('undone-0')).status).toBe(404);
    expect(rebuilt()).toBe(true);
    await edit(client, link, 'second');
    await leadsTo('summer', 'second');
    await create(client, 'undone-1', 'new');
    await leadsTo('undone-1', 'new');
    await eventually(async () =>
      expect(await ops('doctor')).toMatchObject({ code: 0, out: expect.stringContaining('All is well.') }),
    );
  });

  it('is followed by an older and by a newer redirect index alike', async () => {
    let client = await start();
    const link = await create(client, 'summer', 'first');
    await leadsTo('summer', 'first');
    await end();
    for (const name of ['postgres', 'redirects']) copy(join(dataDir, name), join(folder, name));

    client = await start();
    await edit(client, link, 'second');
    await leadsTo('summer', 'second');
    await end();
    const index = join(dataDir, 'redirects');
    copy(index, join(folder, 'newer'));
    putBack(join(folder, 'redirects'), index);

    client = await start();
    await leadsTo('summer', 'second');
    expect(rebuilt()).toBe(false);
    await end();
    putBack(join(folder, 'newer'), index);
    putBack(join(folder, 'postgres'), join(dataDir, 'postgres'));

    await start();
    await leadsTo('summer', 'first');
    expect(rebuilt()).toBe(true);
  });
});

describe('a backup', () => {
  interface Analytics {
    readonly totals: { readonly clicks: number };
  }
  const clicksOf = async (client: Client, id: string): Promise<readonly number[]> => {
    const { body } = await client.get<Analytics>(`/v1/analytics/links/${id}`);
    const { clicks } = (await client.get<{ clicks: number }>(`/v1/links/${id}`)).body;
    return [body.totals.clicks, clicks];
  };

  /** Creates links and visits one, until it gets the message to end. */
  const traffic = (client: Client) => {
    const state = { ending: false, created: 0, visited: 0 };
    const create_ = async (): Promise<void> => {
      for (; !state.ending; state.created += 1) await create(client, `made-${state.created}`, 'made');
    };
    const visit_ = async (): Promise<void> => {
      for (; !state.ending; state.visited += 1) expect((await visit('summer')).status).toBe(302);
    };
    const done = Promise.all([create_(), visit_()]);
    return { state, end: () => ((state.ending = true), done) };
  };

  it('that is taken under writes and visits has all that was acknowledged before, and is a whole product', async () => {
    let client = await start();
    const link = await create(client, 'summer', 'first');
    const { state, end: endTraffic } = traffic(client);
    await eventually(() => expect(Math.min(state.created, state.visited)).toBeGreaterThan(100), 300_000);
    // Some clicks are loaded and counted before the backup, others wait in the journal.
    await eventually(async () => expect(Math.min(...(await clicksOf(client, link.id)))).toBeGreaterThan(30), 300_000);
    const before = { ...state };
    const taken = join(folder, 'backup');
    expect(await ops('backup', taken)).toMatchObject({ code: 0, err: '' });
    const after = { ...state };
    await endTraffic();
    expect(after.created).toBeGreaterThan(before.created);
    await edit(client, link, 'undone');
    await create(client, 'undone', 'undone');
    await leadsTo('summer', 'undone');
    await end('SIGKILL');

    expect([statSync(taken).mode & 0o777, existsSync(join(taken, 'data', 'redirects'))]).toEqual([0o700, false]);
    expect(await ops('backup', taken)).toMatchObject({ code: 1, err: expect.stringContaining('exists already') });
    rmSync(dataDir, { recursive: true, maxRetries: 10 });
    copy(join(taken, 'data'), dataDir);

    client = await start();
    await leadsTo('summer', 'first');
    await isUnknown('undone');
    const { body } = await client.get<{ meta: { total: number } }>('/v1/links?limit=1');
    expect(body.meta.total).toBeGreaterThanOrEqual(before.created + 1);
    expect(body.meta.total).toBeLessThanOrEqual(after.created + 2);
    await leadsTo(`made-${before.created - 1}`, 'made');
    const [clicks, counted] = await eventually(async () => {
      const both = await clicksOf(client, link.id);
      expect(both[0]).toBe(both[1]);
      // The visits of this test itself are counted, too.
      expect(both[0]).toBeGreaterThanOrEqual(before.visited);
      return both;
    });
    expect([clicks, counted]).toEqual([counted, clicks]);
    expect(clicks).toBeLessThanOrEqual(state.visited + 200);
    await edit(client, link, 'second');
    await leadsTo('summer', 'second');
    await eventually(async () =>
      expect(await ops('doctor', '--full')).toMatchObject({ code: 0, out: expect.stringContaining('All is well.') }),
    );
    await end();
    expect(await ops('doctor', '--full')).toMatchObject({ code: 0 });
  });

  it('is also made of a stopped product, and leaves nothing behind when it fails or is interrupted', async () => {
    const client = await start();
    await create(client, 'summer', 'first');
    await end();
    // On another disk, by links.
    for (const name of ['clicks', 'analytics/chdb']) {
      const elsewhere = join(folder, name.replace('/', '-'));
      renameSync(join(dataDir, name), elsewhere);
      symlinkSync(elsewhere, join(dataDir, name));
    }
    const taken = join(folder, 'backup');
    // No folder can take the place of a link, which is noticed last.
    symlinkSync(join(folder, 'nowhere'), taken);
    expect(await ops('backup', taken)).toMatchObject({ code: 1, out: '' });
    expect(existsSync(`${taken}.making`)).toBe(false);
    rmSync(taken);
    const interrupt = async (child: ChildProcess): Promise<void> => {
      await eventually(async () => expect(existsSync(join(`${taken}.making`, 'data', 'postgres', 'base'))).toBe(true));
      child.kill('SIGINT');
    };
    expect(await opsWith(interrupt, 'backup', taken)).toEqual({ code: 1, out: '', err: 'Ended by SIGINT.\n' });
    expect([existsSync(taken), existsSync(`${taken}.making`)]).toEqual([false, false]);
    expect(await ops('backup', taken)).toMatchObject({ code: 0, err: '' });
    for (const name of ['clicks', 'analytics/chdb'])
      expect(lstatSync(join(taken, 'data', name)).isDirectory()).toBe(true);
    putBack(join(taken, 'data'), dataDir);
    await start();
    await leadsTo('summer', 'first');
  });
});
