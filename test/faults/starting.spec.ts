import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { findRunningPostgres } from '@platform/engines';
import { type Product, api, freePort, send, startWaymark } from '../support/waymark';
import { compile, launch, makeFolder, processesOf, removeFolder } from './processes';
import { eventually } from '../support/programs';

/** An ordinary user: root becomes nobody, any other user stays. */
const ORDINARY =
  process.getuid?.() === 0 ? ['setpriv', '--reuid', '65534', '--regid', '65534', '--clear-groups', '--'] : [];

describe('a start', () => {
  let folder: string;

  beforeAll(() => {
    compile();
    folder = makeFolder('start');
  });
  afterAll(() => removeFolder(folder));

  /** A start that is expected to fail: its output, all of it on standard error or in its log. */
  const refused = async (
    dataDir: string,
    env: Readonly<Record<string, string>> = {},
    port: number | string = 0,
    command: readonly string[] = [],
  ) => {
    const started = launch(dataDir, port === 0 ? await freePort() : port, env, command);
    const exit = await started.exit;
    expect(exit).toEqual({ code: 1, signal: null });
    expect(started.output()).not.toMatch(/^ {4}at /m);
    return started.output();
  };

  const works = async (product: Product) => {
    const made = await api(product, product.bootstrap.api_key).post<{ short_url: string }>('/v1/links', {
      destination_url: 'https://example.com/',
      alias: 'works',
    });
    expect(made.status).toBe(201);
    expect((await send(product, 'GET', '/works')).status).toBe(302);
  };

  it('reports every problem of its configuration at once, and creates nothing', async () => {
    const said = await refused(join(folder, 'never'), { LOG_LEVEL: 'loud', DATABASE_URL: 'nowhere' }, 'abc');
    for (const variable of ['PORT', 'LOG_LEVEL', 'DATABASE_URL', 'KEY_PEPPER', 'JWT_PRIVATE_KEY', 'VISITOR_SECRET'])
      expect(said).toContain(variable);
    await eventually(() => expect(processesOf(join(folder, 'never'))).toEqual([]));
  });

  it('on a port in use says so at once, prints no credentials, and leaves nothing running', async () => {
    const taken = createServer().listen(0);
    await once(taken, 'listening');
    const address = taken.address();
    const dataDir = join(folder, 'port');
    const said = await refused(dataDir, {}, typeof address === 'object' && address ? address.port : 0);
    taken.close();
    expect(said).toMatch(/Port \d+ is taken/);
    expect(said).not.toMatch(/svc_live_/);
    await eventually(() => expect(processesOf(dataDir)).toEqual([]));
  });

  it('on a data directory that is a file says what it must be', async () => {
    writeFileSync(join(folder, 'file'), '');
    expect(await refused(join(folder, 'file'))).toMatch(/must be a folder that this user can write/);
  });

  it('on a data directory that is not writable says what it must be', async () => {
    mkdirSync(join(folder, 'closed'), { mode: 0o555 });
    expect(await refused(join(folder, 'closed', 'data'), {}, 0, ORDINARY)).toMatch(
      /must be a folder that this user can write/,
    );
    expect(await refused(join(folder, 'closed'), {}, 0, ORDINARY)).toMatch(/must be a folder that this user can write/);
  });

  it('beside a .env that it cannot read says so', async () => {
    const home = join(folder, 'unreadable');
    mkdirSync(home);
    writeFileSync(join(home, '.env'), '', { mode: 0 });
    expect(await refused(join(home, 'data'), {}, 0, ORDINARY)).toMatch(/\.env cannot be read \(EACCES\)/);
  });

  it('as an ordinary user works', async () => {
    const home = join(folder, 'home');
    mkdirSync(home);
    chmodSync(home, 0o777);
    const dataDir = join(home, 'data');
    const port = await freePort();
    const started = launch(dataDir, port, { HOME: home }, ORDINARY);
    try {
      await readyAt(port, started.exit);
      const { status } = await send({ url: '', port }, 'GET', '/nobody-made-this');
      expect(status).toBe(404);
    } finally {
      started.child.kill('SIGTERM');
    }
    expect(await started.exit).toEqual({ code: 0, signal: null });
    await eventually(() => expect(processesOf(dataDir)).toEqual([]));
  });

  describe('beside a running instance', () => {
    let first: Product;
    beforeAll(async () => {
      mkdirSync(join(folder, 'with space and ünïcode ✓'));
      first = await startWaymark({ dataDir: join(folder, 'with space and ünïcode ✓', 'data'), patient: true });
    });
    afterAll(() => first.stop());

    it('works in a folder with spaces and unicode', () => works(first));

    it('on the same data directory names the holder, and does the first no harm', async () => {
      expect(await refused(first.dataDir)).toMatch(new RegExp(`in use by another instance \\(pid ${first.pid}\\)`));
      expect((await send(first, 'GET', '/works')).status).toBe(302);
      await eventually(async () => expect((await send(first, 'GET', '/health/ready')).status).toBe(200));
    });

    it('works with a port and a data directory of its own, whatever the shell says of other servers', async () => {
      const env = { PGSSLMODE: 'require', PGHOST: 'db.example.com', PGUSER: 'ada', PGDATABASE: 'other' };
      const second = await startWaymark({ dataDir: join(folder, 'second'), patient: true, env });
      try {
        await works(second);
        expect((await send(first, 'GET', '/works')).status).toBe(302);
      } finally {
        await second.stop();
      }
    });

    it("refuses secrets that are not the database's, and starts again with the right ones", async () => {
      await first.kill('SIGTERM');
      expect(await refused(first.dataDir, { KEY_PEPPER: 'another pepper, of more than 32 characters' })).toMatch(
        /KEY_PEPPER is not the one/,
      );
      await eventually(() => expect(processesOf(first.dataDir)).toEqual([]));
      first = await startWaymark({ dataDir: first.dataDir, port: first.port, patient: true });
      expect((await api(first, first.bootstrap.api_key).get('/v1/links')).status).toBe(200);
      console.log(`second start: ready after ${(first.readyAfter / 1000).toFixed(1)} s`);
    });

    it("reports a login that the database refuses, in PostgreSQL's words", async () => {
      const { keyPepper, jwtPrivateKey, visitorSecret } = JSON.parse(
        readFileSync(join(first.dataDir, 'secrets.json'), 'utf8'),
      ) as Record<string, string>;
      const running = new URL((await findRunningPostgres(first.dataDir, 0))!);
      const secrets = { KEY_PEPPER: keyPepper!, JWT_PRIVATE_KEY: jwtPrivateKey!, VISITOR_SECRET: visitorSecret! };
      const other = { ...secrets, DATABASE_URL: Object.assign(new URL(running), { pathname: '/nonesuch' }).href };
      expect(await refused(join(folder, 'elsewhere'), other)).toMatch(
        /database "nonesuch" does not exist.*DATABASE_URL/,
      );
      const wrong = { ...secrets, DATABASE_URL: Object.assign(new URL(running), { password: 'wrong' }).href };
      expect(await refused(join(folder, 'elsewhere'), wrong)).toMatch(/authentication failed.*DATABASE_URL/);
    });

    it.each([
      ['PG_VERSION', /is missing or damaged: it has no PG_VERSION\. Restore it/],
      ['global/pg_control', /postgres ended before it was ready.*pg_control/],
    ])('refuses a database that has lost its %s, and leaves it as it is', async (file, cause) => {
      await first.kill('SIGTERM');
      const lost = join(first.dataDir, 'postgres', file);
      renameSync(lost, `${lost}.lost`);
      expect(await refused(first.dataDir)).toMatch(cause);
      renameSync(`${lost}.lost`, lost);
      first = await startWaymark({ dataDir: first.dataDir, port: first.port, patient: true });
      await eventually(async () => expect((await send(first, 'GET', '/works')).status).toBe(302));
    });

    const asRoot = process.getuid?.() === 0 ? it : it.skip;
    asRoot('refuses a folder that was closed to the account of its database', async () => {
      await first.kill('SIGTERM');
      chmodSync(dirname(first.dataDir), 0o700);
      expect(await refused(first.dataDir)).toMatch(/cannot reach .*chmod o\+x/);
      chmodSync(dirname(first.dataDir), 0o755);
      first = await startWaymark({ dataDir: first.dataDir, port: first.port, patient: true });
    });
  });
});

const readyAt = async (port: number, exit: Promise<unknown>): Promise<void> => {
  let ended = false;
  void exit.then(() => (ended = true));
  for (;;) {
    const status = await send({ url: '', port }, 'GET', '/health/ready').then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 200) return;
    if (ended) throw new Error('it ended before it was ready');
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
};
