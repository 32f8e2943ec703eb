import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  rmSync,
  mkdtempSync,
  chmodSync,
  readFileSync,
  renameSync,
  existsSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AGGREGATE_READ_MODELS } from '@contexts/aggregates';
import { openJournal, sealedUpTo } from '@platform/click-log';
import { findRunningPostgres } from '@platform/engines';
import { Client as Postgres, type QueryResultRow } from 'pg';
import { untilJudged } from '../support/judged';
import { type Client, type Product, type Registered, api, register, send, startWaymark } from '../support/waymark';
import { eventually } from '../support/programs';
import { quiet } from '../support/read-store';

const MAIN = join(__dirname, '..', '..', 'dist', 'apps', 'ops', 'src', 'main.js');

interface Said {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

let folder: string;
let dataDir: string;
let product: Product;
let client: Client;

const run = (variables: Readonly<Record<string, string>>, args: readonly string[], input = ''): Promise<Said> =>
  new Promise((resolve) => {
    const env = { PATH: process.env['PATH'], TMPDIR: tmpdir(), ...variables };
    const child = execFile(process.execPath, [MAIN, ...args], { cwd: folder, env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
    child.stdin?.end(input);
  });

const opsWith = (variables: Readonly<Record<string, string>>, ...args: string[]): Promise<Said> => run(variables, args);

const opsWithInput = (input: string, ...args: string[]): Promise<Said> => run({ DATA_DIR: dataDir }, args, input);

/** Runs `ops` as an operator with the product's environment does. */
const ops = (...args: string[]): Promise<Said> => opsWith({ DATA_DIR: dataDir }, ...args);

const json = async <T>(...args: string[]): Promise<T & { readonly code: number }> => {
  const { code, out, err } = await ops(...args, '--json');
  if (out === '') throw new Error(`ops ${args.join(' ')} ended with ${code}: ${err}`);
  return { ...(JSON.parse(out) as T), code };
};

/** On the running database, as its owner. */
const sql = async <R extends QueryResultRow>(text: string): Promise<R[]> => {
  const postgres = new Postgres((await findRunningPostgres(dataDir, 1_000)) ?? '');
  await postgres.connect();
  const { rows } = await postgres.query<R>(text).finally(() => postgres.end());
  return rows;
};

/** An event that cannot be folded, as a faulty release might have written it. */
const appendPoison = (stream: string, link_id: string): Promise<unknown> => {
  const metadata = { at: new Date().toISOString(), actor: { type: 'user', id: 'usr_1' } };
  const event = [randomUUID(), 'LinkUpdated', { link_id, changes: null }, metadata];
  return sql(`SELECT waymark_events.append('${JSON.stringify([[stream, 0, event]])}')`);
};

const start = async () => {
  product = await startWaymark({ dataDir, env: { BOOTSTRAP_PLAN: 'pro', SIGNUP: 'open' }, patient: true });
  client = api(product, product.bootstrap.api_key);
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'waymark-ops-'));
  chmodSync(folder, 0o755);
  dataDir = join(folder, 'data');
  await start();
  for (let n = 0; n < 5; n += 1)
    await client.post('/v1/links', { destination_url: 'https://example.com/', alias: `link-${n}`, title: `Link ${n}` });
});
afterAll(async () => {
  await product.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
});

it('the product keeps no session of a superuser', async () => {
  // The projectors', the event store's and the click loader's connections among them.
  const sessions = await sql<{ login: string; sessions: number }>(
    `SELECT usename AS login, count(*)::int AS sessions FROM pg_stat_activity
     WHERE datname = 'waymark' AND backend_type = 'client backend' AND pid <> pg_backend_pid() GROUP BY 1`,
  );
  expect(sessions).toEqual([{ login: 'waymark_app', sessions: expect.any(Number) }]);
  expect(sessions[0]?.sessions).toBeGreaterThan(5);
});

describe('ops beside a running product', () => {
  it('shows the events of a stream, and no hash', async () => {
    const { body } = await client.get<{ data: { id: string }[] }>('/v1/api-keys');
    const [key] = body.data;
    const { code, out } = await ops('stream', key!.id);
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(
        /revision +position +time +type +actor +changes\n +0 +\d+ +\S+Z +KeyCreated +system waymark /,
      ),
    ]);
    expect(out).toContain('"token_hash":"[redacted]"');
    expect(out).not.toMatch(/[0-9a-f]{64}/);
  });

  it('lists streams, the last changed first', async () => {
    const { total, streams } = await json<{
      total: number;
      streams: { stream: string; events: number; last_type: string }[];
    }>('streams', '--category', 'link', '--limit', '2');
    expect([total, streams.length]).toEqual([5, 2]);
    expect(streams[0]).toMatchObject({ stream: expect.stringMatching(/^link-/), events: 1, last_type: 'LinkCreated' });
  });

  it('shows that no processor lags, once all have caught up', () =>
    eventually(async () => {
      const { processors } = await json<{ processors: { processor: string; lag: string; parked: number }[] }>(
        'checkpoints',
      );
      const names = [
        ...AGGREGATE_READ_MODELS.map(({ projection }) => projection.name),
        ...['redirect-index', 'redirect-workspaces', 'redirect-campaigns', 'redirect-hosts'],
      ];
      expect(processors.map(({ processor, lag, parked }) => [processor, lag, parked])).toEqual(
        names.map((name) => [name, '0', 0]),
      );
    }));

  it('changes a plan for the next request', async () => {
    const limit = async () => (await client.get('/v1/links')).headers['x-ratelimit-limit'];
    expect(await limit()).toBe('1000');
    expect(await json('workspace', 'set-plan', product.bootstrap.workspace_id, 'free')).toMatchObject({
      changed: true,
      in_force: true,
      code: 0,
    });
    expect(await limit()).toBe('100');
    expect(await json('workspace', 'set-plan', product.bootstrap.workspace_id, 'free')).toMatchObject({
      changed: false,
      code: 0,
    });
    const { out } = await ops('stream', product.bootstrap.workspace_id);
    expect(out).toMatch(/PlanChanged +system operator +\{"plan":\{"to":"free","from":"pro"\}/);
    await ops('workspace', 'set-plan', product.bootstrap.workspace_id, 'enterprise');
  });

  it('deletes a workspace at once and restores it, and lists it by its state', async () => {
    const id = product.bootstrap.workspace_id;
    const listed = async (...args: string[]) =>
      (
        await json<{ [n: number]: { id: string; deleted_at: string | null; purge_at: string | null } }>(
          'workspaces',
          ...args,
        )
      )[0];
    expect(await listed()).toMatchObject({ id, deleted_at: null, purge_at: null });
    expect(await listed('--deleted')).toBeUndefined();
    expect(await json('workspace', 'delete', id)).toMatchObject({ changed: true, in_force: true, code: 0 });
    expect((await client.get('/v1/links')).body).toMatchObject({ code: 'api_key_revoked' });
    await eventually(async () => expect((await send(product, 'HEAD', '/link-1')).status).toBe(404));
    const { deleted_at, purge_at } = (await listed('--deleted')) ?? {};
    expect(Date.parse(purge_at ?? '') - Date.parse(deleted_at ?? '')).toBe(30 * 86_400_000);
    expect((await ops('workspaces')).out).toContain('deleted, can be restored until');
    expect((await ops('workspace', 'delete', id)).out).toBe(`${id} is deleted already.\n`);
    expect(await json('workspace', 'restore', id)).toMatchObject({ changed: true, in_force: true, code: 0 });
    expect((await client.get('/v1/links')).status).toBe(200);
    await eventually(async () => expect((await send(product, 'HEAD', '/link-1')).status).toBe(302));
    expect((await ops('workspace', 'restore', id)).out).toBe(`${id} is not deleted.\n`);
    expect(await ops('workspace', 'restore', 'ws_none')).toMatchObject({
      code: 1,
      err: 'There is no workspace ws_none.\n',
    });
    expect((await ops('workspace', 'restore')).code).toBe(2);
  });

  it('gives a workspace an owner that was restored after its only one had left', async () => {
    const [left, next] = [await register(product), await register(product)];
    const id = left.workspace.id;
    expect(await json('workspace', 'delete', id)).toMatchObject({ code: 0 });
    const gone = await send(product, 'DELETE', '/v1/auth/me', {
      headers: { authorization: `Bearer ${left.access_token}` },
      body: { password: left.password },
    });
    expect(gone.status).toBe(204);
    expect((await ops('workspace', 'restore', id)).out).toContain(`ops workspace set-owner ${id} <e-mail>`);
    const owner = ['workspace', 'set-owner', id, next.email.toUpperCase()] as const;
    expect(await json(...owner)).toMatchObject({ changed: true, code: 0 });
    expect(await json(...owner)).toMatchObject({ changed: false, code: 0 });
    expect(await json('workspace', 'restore', id)).toMatchObject({ owners: 1 });
    const there = await api(product, next.access_token).post<Registered>('/v1/auth/switch', { workspace_id: id });
    const invitation = { email: 'third@example.com', role: 'member' };
    const invited = await api(product, there.body.access_token).post('/v1/workspace/invitations', invitation);
    expect(invited.status).toBe(201);
    expect((await ops('workspace', 'set-owner', id, 'nobody@example.com')).code).toBe(1);
    expect((await ops('workspace', 'set-owner', 'ws_none', next.email)).code).toBe(1);
    expect((await ops('workspace', 'set-owner', id)).code).toBe(2);
  });

  it('gives somebody who cannot log in a new password, and ends their sessions', async () => {
    const { email, password } = product.bootstrap;
    const logIn = (secret: string) =>
      api(product).post<{ access_token: string }>('/v1/auth/login', { email, password: secret });
    const { access_token } = (await logIn(password)).body;
    const reset = await json<{ password: string; sessions_ended: number }>(
      ...['user', 'reset-password', email.toUpperCase()],
    );
    expect(reset).toMatchObject({ code: 0, email, sessions_ended: 1 });
    expect((await api(product, access_token).get('/v1/auth/me')).status).toBe(401);
    expect([(await logIn(password)).status, (await logIn(reset.password)).status]).toEqual([401, 200]);
  });

  it('sets a password from standard input, which it does not print, and refuses a short one', async () => {
    const { email } = product.bootstrap;
    const given = await opsWithInput('another horse altogether\n', 'user', 'reset-password', email, '--stdin');
    expect([given.code, given.out]).toEqual([0, expect.not.stringContaining('horse')]);
    const body = { email, password: 'another horse altogether' };
    expect((await api(product).post('/v1/auth/login', body)).status).toBe(200);
    expect((await opsWithInput('short', 'user', 'reset-password', email, '--stdin')).code).toBe(2);
    expect(await ops('user', 'reset-password', 'nobody@example.com')).toMatchObject({ code: 1, out: '' });
  });

  it('finds what is wrong in a read model under writes, and repairs it only with --swap', async () => {
    expect((await ops('replay', 'links')).out).toContain('The live table equals it, row for row.');
    await sql(`UPDATE links SET title = 'tampered' WHERE alias = 'link-1'`);
    const found = await ops('replay', 'links');
    expect(found).toMatchObject({
      code: 1,
      out: expect.stringMatching(/link_\w+ +differing +title\n[^]*replay links --swap/),
    });
    expect(JSON.stringify((await client.get('/v1/links')).body)).toContain('tampered');
    expect((await ops('doctor')).code).toBe(1);

    let making = true;
    const maker = (async () => {
      const made: number[] = [];
      for (let n = 100; making; n += 1) {
        const [link, headers] = [
          { destination_url: 'https://example.com/', alias: `while-${n}` },
          { 'idempotency-key': `while-${n}` },
        ];
        made.push((await untilJudged(() => client.post('/v1/links', link, headers))).status);
      }
      return made;
    })();
    const swapped = await ops('replay', 'links', '--swap');
    making = false;
    expect(new Set(await maker)).toEqual(new Set([201]));
    expect(swapped).toMatchObject({ code: 0, out: expect.stringContaining('Swapped') });
    expect(JSON.stringify((await client.get('/v1/links?limit=100')).body)).not.toContain('tampered');
    expect((await ops('replay', 'links')).code).toBe(0);
  });

  it('replays the list of keys without a failed request or a lost key', async () => {
    await sql(`UPDATE api_keys SET name = 'tampered', revision = 7`);
    expect(await ops('replay', 'api_keys', '--swap')).toMatchObject({ code: 0 });
    expect((await client.get<{ data: { name: string }[] }>('/v1/api-keys')).body.data.map(({ name }) => name)).toEqual([
      'First key',
    ]);
  });

  it('restores a lost timer of a key', async () => {
    await client.post('/v1/api-keys', {
      name: 'Short',
      scope: 'Read',
      expiration: new Date(Date.now() + 3_600_000).toISOString(),
    });
    expect(await ops('replay', 'key_timers')).toMatchObject({ code: 0, out: expect.stringContaining('row for row') });
    await sql('DELETE FROM key_timers');
    expect((await ops('replay', 'key_timers')).code).toBe(1);
    expect((await ops('replay', 'key_timers', '--swap')).code).toBe(0);
    expect((await ops('replay', 'key_timers')).code).toBe(0);
  });

  it('names the cause of a parked stream, and unparks it', async () => {
    await sql(`INSERT INTO parked_streams VALUES ('links', 'link-poison', 3, 'Error: a poison event', now())`);
    const { out } = await ops('checkpoints');
    expect(out).toContain('Error: a poison event');
    expect(out).toContain('Once a release mends it, try again:\n  npm run ops -- replay links --swap\n');
    expect(out).toMatch(/^campaigns +\S+ +- +0 +0/m);
    expect(await ops('doctor')).toMatchObject({
      code: 1,
      out: expect.stringMatching(/fail +parked streams .*link-poison.*replay links --swap/),
    });
    expect((await ops('replay', 'links')).out).toContain('Parked, but could be folded now: link-poison');
    expect((await ops('replay', 'links', '--swap')).code).toBe(0);
    // The doctor gives a running projector two seconds.
    await eventually(async () =>
      expect(await ops('doctor', '--full')).toMatchObject({ code: 0, out: expect.stringContaining('All is well.') }),
    );
  });

  it('shows a poison event in every processor that parked it, and replays it once repaired', async () => {
    const { body: link } = await client.post<{ id: string }>('/v1/links', {
      destination_url: 'https://a.example/',
      alias: 'poison',
    });
    const stream = `link-${link.id.slice('link_'.length)}`;
    const visit = async () => (await send(product, 'HEAD', '/poison')).status;
    await eventually(async () => expect(await visit()).toBe(302));
    await appendPoison(stream, link.id);
    await eventually(async () => {
      const { processors } = await json<{ processors: { processor: string; lag: string; parked: number }[] }>(
        'checkpoints',
      );
      expect(processors.filter(({ parked }) => parked > 0).map(({ processor, lag }) => [processor, lag])).toEqual([
        ['links', '0'],
        ['link_timers', '0'],
        ['redirect-index', '0'],
      ]);
    });
    expect((await ops('doctor')).out).toMatch(
      /fail +parked streams +redirect-index gave up on .*TypeError.*replay redirect-index/,
    );
    expect(await visit()).toBe(503);
    await eventually(async () => {
      const { body: health } = await send<{ checks: object }>(product, 'GET', '/health/ready');
      expect(health.checks).toMatchObject({ processors: { status: 'failed' } });
    });
    await eventually(async () =>
      expect((await send(product, 'GET', '/metrics')).text).toContain(
        'processor_parked_streams{processor="redirect-index"} 1',
      ),
    );
    // No write waits for the parked stream; one that a busy machine was too slow for says so, and another is tried.
    let tried = 0;
    await eventually(async () => {
      const body = { destination_url: 'https://b.example/', alias: `healthy-${(tried += 1)}` };
      const { status, headers } = await client.post('/v1/links', body);
      expect([status, headers['waymark-pending']]).toEqual([201, undefined]);
    });
    await eventually(async () => expect((await send(product, 'HEAD', `/healthy-${tried}`)).status).toBe(302));

    expect(await ops('replay', 'redirect-index')).toMatchObject({
      code: 1,
      out: expect.stringContaining(`Parked: ${stream}`),
    });
    await sql(
      `UPDATE waymark_events.events SET data = jsonb_set(data, '{changes}', '{}') WHERE stream = '${stream}' ` +
        `AND revision = 1`,
    );
    expect(await ops('replay', 'redirect-index')).toMatchObject({ code: 0, out: `No longer parked: ${stream}\n` });
    await eventually(async () => expect(await visit()).toBe(302));
    for (const readModel of ['links', 'link_timers']) expect((await ops('replay', readModel, '--swap')).code).toBe(0);
    await eventually(async () => expect((await ops('doctor')).code).toBe(0));
    await eventually(async () => {
      const { body: health } = await send<{ checks: object }>(product, 'GET', '/health/ready');
      expect(health.checks).toMatchObject({ processors: { status: 'ok' } });
    });
  });

  it('finds nothing to reclassify when every click is of the current rules', async () => {
    expect(await json('clicks', 'reclassify')).toMatchObject({ judged: 0, described: 0, turned: 0, code: 0 });
    expect(await ops('clicks', 'reclassify', '--all')).toMatchObject({ code: 0, err: '' });
  });

  it('includes the relay where one has run', async () => {
    await sql(
      `INSERT INTO checkpoints VALUES ('relay', 0, now()); INSERT INTO parked_streams ` +
        `VALUES ('relay', 'link-poison', 3, 'Error: a poison event', now())`,
    );
    const { processors } = await json<{ processors: { processor: string; lag: string; parked: number }[] }>(
      'checkpoints',
    );
    expect(processors).toContainEqual(
      expect.objectContaining({ processor: 'relay', lag: expect.stringMatching(/^[1-9]/), parked: 1 }),
    );
    const { code, out } = await ops('doctor');
    expect([code, out]).toEqual([
      1,
      expect.stringMatching(/fail +processors .*relay is at 0 [^]*fail +parked streams .*replay relay/),
    ]);
    await sql(`DELETE FROM checkpoints WHERE read_model = 'relay'; DELETE FROM parked_streams`);
  });

  it("detects secrets that are not this database's", async () => {
    await sql(`UPDATE settings SET value = 'other' || value WHERE name = 'fingerprint of KEY_PEPPER'`);
    expect(await ops('doctor')).toMatchObject({ code: 1, out: expect.stringMatching(/fail +secrets .*KEY_PEPPER/) });
    await sql(`UPDATE settings SET value = substr(value, 6) WHERE name = 'fingerprint of KEY_PEPPER'`);
  });
});

describe('ops in the place of an app of a cluster', () => {
  let own: string;
  beforeEach(() => (own = mkdtempSync(join(folder, 'own-'))));

  /** The address of the database, a new folder, and only the given secrets. */
  const beside = async (secrets: Readonly<Record<string, string>>, ...args: string[]): Promise<Said> =>
    opsWith({ DATABASE_URL: (await findRunningPostgres(dataDir, 1_000)) ?? '', DATA_DIR: own, ...secrets }, ...args);

  it('needs no secrets, and checks those that the app has', async () => {
    expect(await beside({}, 'doctor')).toMatchObject({
      code: 0,
      out: expect.stringMatching(
        /ok +secrets +.*not at hand: KEY_PEPPER, JWT_PRIVATE_KEY, VISITOR_SECRET\n[^]*ok +clicks +none are recorded/,
      ),
    });
    const { keyPepper: KEY_PEPPER } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as {
      keyPepper: string;
    };
    expect(await beside({ KEY_PEPPER }, 'doctor')).toMatchObject({
      code: 0,
      out: expect.stringContaining('not at hand: JWT_PRIVATE_KEY, VISITOR_SECRET'),
    });
    expect(await beside({ KEY_PEPPER: 'another'.repeat(6) }, 'doctor')).toMatchObject({
      code: 1,
      out: expect.stringMatching(/fail +secrets .*KEY_PEPPER/),
    });
    expect(existsSync(join(own, 'secrets.json'))).toBe(false);
  });

  it('changes a plan', async () => {
    for (const plan of ['pro', 'enterprise']) {
      expect(await beside({}, 'workspace', 'set-plan', product.bootstrap.workspace_id, plan)).toMatchObject({
        code: 0,
        out: expect.stringContaining(`has the plan ${plan} now`),
      });
    }
  });

  it("reports whether a redirector's clicks go to Kafka", async () => {
    const directory = join(own, 'clicks');
    const journal = await openJournal({ directory, log: { ...quiet, error: () => undefined } });
    await journal.append('a click', Date.now());
    await journal.close();
    const sent = (cursor: object) =>
      writeFileSync(join(own, 'clicks-sent.json'), JSON.stringify({ cursor, ended: [] }));
    sent({});
    expect(await beside({}, 'doctor')).toMatchObject({
      code: 1,
      out: expect.stringMatching(/fail +clicks +1 wait in the journal, and none was sent to Kafka/),
    });
    sent(await sealedUpTo(directory));
    expect(await beside({}, 'doctor')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/ok +clicks +all sent to Kafka/),
    });
  });
});

describe('ops of a stopped product', () => {
  beforeAll(async () => void (await product.kill('SIGTERM')));
  afterAll(start);

  it('starts the database for as long as a command runs', async () => {
    expect(await ops('checkpoints')).toMatchObject({ code: 0 });
    expect(await findRunningPostgres(dataDir, 0)).toBeNull();
    await eventually(async () => expect((await ops('doctor')).code).toBe(0));
  });

  it('has replayed parked streams retried at the next start', async () => {
    await start();
    const { body: link } = await client.post<{ id: string }>('/v1/links', {
      destination_url: 'https://a.example/',
      alias: 'stopped',
    });
    const stream = `link-${link.id.slice('link_'.length)}`;
    await appendPoison(stream, link.id);
    const parked = async () => (await json<{ parked_streams: unknown[] }>('checkpoints')).parked_streams;
    await eventually(async () => expect(await parked()).toHaveLength(3));
    await sql(
      `UPDATE waymark_events.events SET data = jsonb_set(data, '{changes}', '{}') WHERE stream = '${stream}' ` +
        `AND revision = 1`,
    );
    await product.kill('SIGTERM');
    expect(await ops('replay', 'redirect-index')).toMatchObject({
      code: 1,
      out: expect.stringContaining('when it starts'),
    });
    await start();
    await eventually(async () => expect(await parked()).toEqual([]));
    await eventually(async () => expect((await send(product, 'HEAD', '/stopped')).status).toBe(302));
    await product.kill('SIGTERM');
  });

  it('leaves a redirect index alone whose copy was not finished, and says so; the next start rebuilds it', async () => {
    const file = join(dataDir, 'redirects', 'data.mdb');
    truncateSync(file, Math.floor(statSync(file).size / 8_192) * 4_096);
    expect(await ops('checkpoints')).toMatchObject({ code: 0, out: expect.not.stringContaining('redirect-index') });
    const told = /warn +redirect index +it is damaged, .*The next start rebuilds it/;
    expect((await ops('doctor')).out).toMatch(told);
    await start();
    await eventually(async () => expect((await send(product, 'HEAD', '/link-0')).status).toBe(302));
    expect((await ops('doctor')).out).not.toMatch(told);
    await product.kill('SIGTERM');
  });

  it('runs a Postgres program on it, connected by environment variables', async () => {
    const program = `const { Client } = require(${JSON.stringify(require.resolve('pg'))});
      const client = new Client();
      client.connect().then(() => client.query('SELECT current_database() AS name')).then(({ rows }) =>
        (console.log(rows[0].name), process.exit(0)))`;
    expect(await ops('database', '--', process.execPath, '-e', program)).toMatchObject({ code: 0, out: 'waymark\n' });
    expect((await ops('database', '--', process.execPath, '-e', 'process.exit(7)')).code).toBe(1);
    expect(await findRunningPostgres(dataDir, 0)).toBeNull();
    expect(await ops('database', '--', 'no-such-program')).toMatchObject({
      code: 1,
      err: 'no-such-program cannot be started: there is no such program.\n',
    });
  });

  it('runs the engine of analytics for as long as clicks are reclassified', async () => {
    expect(await ops('clicks', 'reclassify')).toMatchObject({
      code: 0,
      out: expect.stringContaining('Nothing was changed'),
    });
  });

  it('records a plan that applies from the next start on', async () => {
    expect(await json('workspace', 'set-plan', product.bootstrap.workspace_id, 'free')).toMatchObject({
      changed: true,
      in_force: false,
    });
    await start();
    await eventually(async () => expect((await client.get('/v1/links')).headers['x-ratelimit-limit']).toBe('100'));
    await product.kill('SIGTERM');
  });

  it('works after a kill -9', async () => {
    await start();
    await product.kill('SIGKILL');
    expect(await ops('replay', 'links')).toMatchObject({ code: 0, out: expect.stringContaining('row for row') });
  });

  it('creates no missing secrets', async () => {
    renameSync(join(dataDir, 'secrets.json'), join(folder, 'secrets.json'));
    const { code, out } = await ops('doctor');
    expect([code, existsSync(join(dataDir, 'secrets.json'))]).toEqual([1, false]);
    expect(out).toMatch(/fail +secrets .*is missing/);
    renameSync(join(folder, 'secrets.json'), join(dataDir, 'secrets.json'));
  });
});

describe('ops that cannot do what was asked', () => {
  it('shows its usage and ends with 2', async () => {
    const wrong = [
      [],
      ['nonsense'],
      ['stream'],
      ['stream', 'a', 'b'],
      ['clicks'],
      ['clicks', 'forget'],
      ['clicks', 'reclassify', 'x'],
      ['doctor', '--all'],
      ['streams', '--limit', '0'],
      ['replay'],
      ['doctor', '--swap'],
      ['checkpoints', 'x'],
      ['workspace', 'rename', 'a', 'b'],
      ['--colour'],
      ['streams', '--category', 'x'],
      ['replay', 'x'],
      ['workspace', 'set-plan', 'ws_1', 'gold'],
      ['constructor'],
      ['stream', ''],
      ['copy', 'events', '--to', 'esdb://'],
      ['copy', 'clicks', '--to', 'http://%'],
      ['copy', 'events', '--to-env', 'NOT_SET'],
      ['copy', 'events', '--to-env', 'PATH', '--to', 'esdb://localhost'],
      ['demo', '--url', 'nonsense', '--key', 'x'],
      ['user', 'reset-password'],
      ['user', 'reset-password', 'a@example.com', 'b@example.com'],
    ];
    for (const args of wrong)
      expect(await ops(...args)).toMatchObject({
        code: 2,
        out: '',
        // One line, and the usage.
        err: expect.stringMatching(/^[^\n]+\n\nUsage: npm run ops/),
      });
    const { err } = await ops('workspace', 'set-plan');
    expect(err.match(/^ {2}\S+/gm)?.map((line) => line.trim())).toEqual(Array(4).fill('workspace'));
  });

  it('explains itself with --help', async () =>
    expect(await ops('--help')).toMatchObject({ code: 0, out: expect.stringContaining('set-plan'), err: '' }));

  it('ends with 1 for something that does not exist', async () => {
    for (const args of [
      ['stream', 'link-unknown'],
      ['stream', 'key_unknown'],
      ['workspace', 'set-plan', 'ws_unknown', 'pro'],
    ])
      expect(await ops(...args)).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/^There is no /) });
  });

  it('creates nothing in a directory without data', async () => {
    const real = dataDir;
    dataDir = join(folder, 'mistyped');
    expect(await ops('checkpoints')).toMatchObject({ code: 1, err: expect.stringContaining('There is no Waymark in') });
    expect(await ops('doctor')).toMatchObject({ code: 1 });
    expect(existsSync(dataDir)).toBe(false);
    dataDir = real;
  });
});
