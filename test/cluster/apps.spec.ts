import { readFile } from 'node:fs/promises';
import { createAnalyticsClient } from '@platform/analytics-store';
import {
  type AppName,
  type AppProcess,
  type ClickhouseProcess,
  type Cluster,
  SHORT_HOST,
  startClickhouse,
  startCluster,
  startLoader,
} from '../support/cluster';
import { type TestDatabase, withPostgres } from '../support/postgres';
import { endPrograms, eventually } from '../support/programs';
import { type Address, type Answer, api, send } from '../support/waymark';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';

interface Link {
  readonly id: string;
  readonly alias: string;
  readonly destination_url: string;
}
interface Key {
  readonly id: string;
  readonly key: string;
}

let database: TestDatabase;
let clickhouse: ClickhouseProcess;
let cluster: Cluster;
/** Visits of the link `kept` that were redirected. */
let answered = 0;

const key = () => cluster.bootstrap.api_key;
const gateways = () => cluster.of('gateway');
const gateway = (n: number): Address => gateways()[n] ?? cluster.one('gateway');
const visit = (at: Address, alias: string, agent = BROWSER): Promise<Answer> =>
  send(at, 'GET', `/${alias}`, { headers: { host: SHORT_HOST, 'user-agent': agent } });
const create = async (alias: string): Promise<Link> => {
  const { status, body } = await api(gateway(0), key()).post<Link>('/v1/links', {
    destination_url: `https://example.com/${alias}`,
    alias,
  });
  expect(status).toBe(201);
  return body;
};

beforeAll(async () => {
  [database, clickhouse] = await Promise.all([withPostgres(), startClickhouse()]);
  cluster = await startCluster({
    databaseUrl: database.url,
    clickhouseUrl: clickhouse.url,
    count: { gateway: 2, projector: 2 },
  });
});

afterAll(async () => {
  await cluster?.stop();
  await endPrograms();
  await clickhouse?.stop();
  await database?.close();
});

describe('separate apps on one Postgres', () => {
  it('read from one gateway what was written through another', async () => {
    const link = await create('elsewhere');
    const { status, body } = await api(gateway(1), key()).get<Link>(`/v1/links/${link.id}`);
    expect([status, body.alias]).toEqual([200, 'elsewhere']);
    const renamed = await api(gateway(1), key()).patch<Link>(`/v1/links/${link.id}`, {
      destination_url: 'https://example.com/moved',
    });
    expect(renamed.status).toBe(200);
    expect((await api(gateway(0), key()).get<Link>(`/v1/links/${link.id}`)).body.destination_url).toBe(
      'https://example.com/moved',
    );
  });

  it('create one first owner, however many gateways start at once', async () => {
    const rows = await database.query<{ users: string; workspaces: string }>(
      'SELECT (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM workspaces) AS workspaces',
    );
    expect(rows).toEqual([{ users: '1', workspaces: '1' }]);
  });

  it('redirect to a new link at once and to an edited one soon, and count its clicks', async () => {
    const redirector = cluster.one('redirector');
    const loader = await startLoader(redirector, database.url, clickhouse.url);
    const link = await create('followed');
    expect((await visit(redirector, 'followed')).headers.location).toBe('https://example.com/followed');
    await api(gateway(0), key()).patch(`/v1/links/${link.id}`, { destination_url: 'https://example.com/edited' });
    const moved = await eventually(async () => {
      const { status, headers } = await visit(redirector, 'followed');
      expect([status, headers.location]).toEqual([302, 'https://example.com/edited']);
      return headers['x-request-id'];
    });
    expect(moved).toMatch(/^req_/);
    await eventually(async () => {
      const { body } = await api(gateway(1), key()).get<{ totals: { clicks: number }; as_of: string }>(
        `/v1/analytics/links/${link.id}?range=all`,
      );
      expect(body.totals.clicks).toBeGreaterThanOrEqual(2);
      expect(Date.parse(body.as_of)).toBeGreaterThan(Date.now() - 60_000);
    });
    await loader.end();
  });

  it('rotate a key at one gateway and accept it at another; the scheduler ends the old one', async () => {
    const made = await api(gateway(0), key()).post<Key>('/v1/api-keys', { name: 'rotated', scope: 'Read' });
    const rotated = await api(gateway(1), key()).post<Key>(`/v1/api-keys/${made.body.id}/rotate`);
    expect(rotated.status).toBe(201);
    const statusOf = async (n: number, token: string) => (await api(gateway(n), token).get('/v1/links')).status;
    expect([await statusOf(0, made.body.key), await statusOf(0, rotated.body.key)]).toEqual([200, 200]);
    await database.query(
      'INSERT INTO clock_offset (milliseconds) VALUES (25 * 3600 * 1000) ON CONFLICT (only_row) DO UPDATE ' +
        'SET milliseconds = excluded.milliseconds',
    );
    try {
      await eventually(async () => {
        const events = await database.query<{ type: string }>(
          "SELECT type FROM waymark_events.events WHERE type = 'KeyGraceExpired'",
        );
        expect(events).toHaveLength(1);
      });
      expect([await statusOf(0, made.body.key), await statusOf(1, rotated.body.key)]).toEqual([401, 200]);
    } finally {
      await database.query('DELETE FROM clock_offset');
    }
  });

  it.each<AppName>(['gateway', 'projector', 'scheduler', 'redirector'])(
    '%s reports its health by dependency, and its metrics',
    async (app) => {
      for (const { status } of cluster.of(app)) {
        const ready = await send<{ status: string; checks: Record<string, unknown> }>(status, 'GET', '/health/ready');
        expect([ready.status, ready.body.status, Object.keys(ready.body.checks)]).toEqual([
          200,
          'ok',
          expect.arrayContaining(['postgres']),
        ]);
        expect(ready.body.checks['postgres']).toEqual({ status: 'ok', duration_ms: expect.any(Number) });
        expect((await send(status, 'GET', '/health/live')).body).toEqual({ status: 'ok' });
        const figures = await send(status, 'GET', '/metrics');
        expect([figures.status, figures.headers['content-type']]).toEqual([200, expect.stringMatching(/^text\/plain/)]);
        expect(figures.text).toMatch(/^process_cpu_seconds_total [\d.]+$/m);
        expect(await send(status, 'GET', '/health/other').then((answer) => answer.status)).toBe(404);
      }
    },
  );

  it("share visitor salts among a redirector's workers, sum their metrics, and reserve no alias", async () => {
    const { status, port } = cluster.one('redirector');
    await create('shared');
    for (let n = 0; n < 20; n += 1)
      expect(
        (await send({ url: '', port }, 'GET', '/shared', { headers: { host: SHORT_HOST, connection: 'close' } }))
          .status,
      ).toBe(302);
    await eventually(async () => {
      const { text } = await send(status, 'GET', '/metrics');
      expect(Number(/^redirects_total\{outcome="redirected"\} (\d+)$/m.exec(text)?.[1])).toBeGreaterThanOrEqual(22);
    });
    const processes = await database.query<{ day: string }>('SELECT day FROM visitor_salts');
    expect(processes).toHaveLength(2);
    expect((await visit({ url: '', port }, 'health')).status).toBe(404);
    expect((await send({ url: '', port }, 'GET', '/health/ready', { headers: { host: SHORT_HOST } })).status).toBe(404);
  });
});

describe('an app that dies', () => {
  const leader = () =>
    eventually(async () => {
      const rows = await database.query<{ name: string }>(
        `SELECT DISTINCT application_name AS name FROM pg_locks JOIN pg_stat_activity USING (pid)
       WHERE locktype = 'advisory' AND granted AND application_name LIKE 'waymark projectors of %'`,
      );
      const found = cluster
        .of('projector')
        .find(({ pid }) => rows.some(({ name }) => name === `waymark projectors of ${pid}`));
      if (!found) throw new Error('nobody leads');
      return found;
    });

  it('leaves the read models to another projector, and every gateway notices', async () => {
    const first = await leader();
    await first.kill('SIGKILL');
    const next = await leader();
    expect(next.pid).not.toBe(first.pid);
    const link = await create('after-the-leader');
    expect((await api(gateway(1), key()).get<Link>(`/v1/links/${link.id}`)).status).toBe(200);
    await cluster.start('projector', { again: first });
  });

  it('is replaced if it was a redirect worker, while the other one serves on', async () => {
    const redirector = cluster.one('redirector');
    await create('kept');
    const before = await workersOf(redirector);
    expect(before).toHaveLength(2);
    process.kill(before[0] ?? 0, 'SIGKILL');
    // A connection to the dead worker is lost with it; the next one is not.
    await eventually(async () => expect((await visit(redirector, 'kept')).status).toBe(302));
    answered += 1;
    await eventually(async () => {
      const now = await workersOf(redirector);
      expect(now).toHaveLength(2);
      expect(now).not.toContain(before[0]);
    });
    expect((await send(redirector.status, 'GET', '/metrics')).text).toMatch(/^redirector_workers_died_total 1$/m);
  });

  it('ends its workers if it was a redirector, and recovers at its next start', async () => {
    const redirector = cluster.one('redirector');
    const workers = await workersOf(redirector);
    await redirector.kill('SIGKILL');
    await eventually(() => expect(workers.filter(isAlive)).toEqual([]));
    const again = await cluster.start('redirector', { again: redirector });
    expect((await visit(again, 'kept')).status).toBe(302);
    answered += 1;
  });
});

describe('SIGTERM', () => {
  it.each<AppName>(['gateway', 'redirector'])(
    'keeps a %s on its port while it reports not ready, so that a balancer can react',
    async (app) => {
      const one = await cluster.start(app, { env: { SHUTDOWN_DELAY: '4' } });
      const ask = (): Promise<Answer> =>
        app === 'gateway'
          ? send(one, 'GET', '/v1/links', { headers: { authorization: `Bearer ${key()}`, connection: 'close' } })
          : visit(one, 'kept');
      const served = (await ask()).status;
      // A supervisor may signal all processes of a service at once.
      const workers = app === 'redirector' ? await workersOf(one) : [];
      workers.forEach((worker) => process.kill(worker, 'SIGTERM'));
      const ended = one.kill('SIGTERM');
      await eventually(async () =>
        expect((await send(one.status, 'GET', '/health/ready', { headers: { connection: 'close' } })).status).toBe(503),
      );
      expect([served, (await ask()).status]).toEqual(app === 'gateway' ? [200, 200] : [302, 302]);
      expect(await ended).toEqual({ code: 0, signal: null });
      // The suite's database has one role only.
      expect(one.output()).not.toMatch(/"level":"(warn|error|fatal)"(?!.*logs in as a superuser)/);
    },
  );

  it('drains each app in bounded time, with exit code 0 and without failing a request', async () => {
    const running = [...cluster.processes].filter(({ pid }) => isAlive(pid));
    expect(new Set(running.map(({ app }) => app))).toEqual(
      new Set(['gateway', 'projector', 'scheduler', 'webhooks', 'redirector']),
    );
    const asked = running.filter(({ app }) => app === 'gateway').map((one) => api(one, key()).get('/v1/links'));
    const ended = await Promise.all(
      running.map(async (one) => {
        const began = performance.now();
        const exit = await one.kill('SIGTERM');
        return { app: one.app, exit, inTime: performance.now() - began < 120_000 };
      }),
    );
    expect(ended.filter(({ exit, inTime }) => exit.code !== 0 || !inTime)).toEqual([]);
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200]);
    for (const one of running) expect(one.output()).not.toMatch(/"level":"(error|fatal)"/);
  });
});

describe('a redirector whose dependencies are all down', () => {
  it('starts, redirects to known links and keeps their clicks', async () => {
    const last = cluster.one('redirector');
    const nowhere = 'postgres://waymark:none@127.0.0.1:1/none';
    const alone = await cluster.start('redirector', { again: last, env: { DATABASE_URL: nowhere } });
    expect((await visit(alone, 'kept')).headers.location).toBe('https://example.com/kept');
    answered += 1;
    expect((await visit(alone, 'unknown-to-it')).status).toBe(503);
    const { body } = await send<{ checks: Record<string, { status: string }> }>(alone.status, 'GET', '/health/ready');
    expect([body.checks['postgres']?.status, body.checks['workers']?.status]).toEqual(['failed', 'ok']);
    expect(await alone.kill('SIGTERM')).toEqual({ code: 0, signal: null });
    const loader = await startLoader(alone, database.url, clickhouse.url);
    const client = createAnalyticsClient({ url: clickhouse.url });
    await eventually(async () => {
      const [row] = await client.rows<{ clicks: string }>(
        "SELECT count() AS clicks FROM clicks WHERE destination = 'https://example.com/kept'",
      );
      expect(row?.clicks).toBe(String(answered));
    });
    await Promise.all([loader.end(), client.close()]);
  });
});

describe('a wrong configuration', () => {
  it.each<readonly [AppName, readonly string[]]>([
    ['gateway', ['DATABASE_URL', 'CLICKHOUSE_URL', 'KEY_PEPPER', 'JWT_PRIVATE_KEY']],
    ['projector', ['DATABASE_URL']],
    ['scheduler', ['DATABASE_URL']],
    ['webhooks', ['DATABASE_URL', 'CLICKHOUSE_URL', 'KEY_PEPPER']],
    ['redirector', ['DATABASE_URL', 'VISITOR_SECRET']],
    ['keys', ['DATABASE_URL', 'KAFKA_BROKERS']],
    ['links', ['DATABASE_URL', 'KAFKA_BROKERS']],
  ])('of %s is reported in one sentence per variable, without a stack', async (app, variables) => {
    const nothing = Object.fromEntries(
      ['DATABASE_URL', 'CLICKHOUSE_URL', 'KEY_PEPPER', 'JWT_PRIVATE_KEY', 'VISITOR_SECRET', 'KAFKA_BROKERS'].map(
        (name) => [name, ''],
      ),
    );
    const error: unknown = await cluster.start(app, { env: nothing }).catch((reason: unknown) => reason);
    const said = String(error);
    for (const variable of variables) expect(said).toContain(`  ${variable} is required by this app`);
    expect(said).not.toContain('    at main');
    expect(said).not.toMatch(/\.js:\d+/);
  });
});

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** The children of a redirector, as the system reports them. */
const workersOf = async ({ pid }: AppProcess): Promise<readonly number[]> => {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text.trim().split(' ').filter(Boolean).map(Number);
};
