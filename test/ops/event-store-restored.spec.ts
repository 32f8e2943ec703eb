import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRunningPostgres, startPostgres } from '@platform/engines';
import { Client as Postgres, type QueryResultRow } from 'pg';
import { type EventStoreDbDouble, startEventStoreDbDouble } from '../support/eventstoredb-double';
import { endPrograms, eventually } from '../support/programs';
import { quiet } from '../support/read-store';
import {
  type Client,
  type Product,
  type Registered,
  api,
  freePort,
  register,
  send,
  startWaymark,
} from '../support/waymark';

const MAIN = join(__dirname, '..', '..', 'dist', 'apps', 'ops', 'src', 'main.js');

/** An installation with its own data, and at its own event store unless that is embedded. */
class Installation {
  readonly folder = mkdtempSync(join(tmpdir(), 'waymark-restored-store-'));
  readonly dataDir = join(this.folder, 'data');
  product!: Product;
  client!: Client;
  private port: number | undefined;

  constructor(private readonly url?: string) {
    chmodSync(this.folder, 0o755);
  }

  private get env(): Record<string, string> {
    return { SIGNUP: 'open', ...(this.url !== undefined && { EVENTSTORE_URL: this.url }) };
  }

  async start(until?: string): Promise<void> {
    const { dataDir, env } = this;
    this.port ??= await freePort();
    const options = { dataDir, port: this.port, env, patient: true, ...(until !== undefined && { until }) };
    this.product = await startWaymark(options);
    this.client = api(this.product, this.product.bootstrap.api_key);
  }

  async end(): Promise<void> {
    await this.product.stop();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10 });
  }

  /** @param until kills it when it resolves; then its code is NaN */
  ops(
    args: readonly string[],
    input = '',
    until?: Promise<unknown>,
  ): Promise<{ code: number; out: string; err: string }> {
    return new Promise((resolve) => {
      const env = { PATH: process.env['PATH'], TMPDIR: tmpdir(), DATA_DIR: this.dataDir, ...this.env };
      const child = execFile(process.execPath, [MAIN, ...args], { cwd: this.folder, env }, (error, out, err) =>
        resolve({ code: error ? Number(error.code ?? NaN) : 0, out, err }),
      );
      child.stdin?.end(input);
      void until?.then(() => child.kill('SIGKILL'));
    });
  }

  /** @param external_id of the link, or none */
  async create(alias: string, headers: Record<string, string> = {}, external_id?: string): Promise<string> {
    const { status, body } = await this.post({ alias, external_id }, headers);
    expect(status).toBe(201);
    return body.id;
  }

  post(link: { readonly alias: string; readonly external_id?: string | undefined }, headers = {}) {
    const all = { ...link, destination_url: `https://example.com/${link.alias}` };
    return this.client.post<{ id: string; existing_link_id?: string }>('/v1/links', all, headers);
  }

  visit(alias: string) {
    return send(this.product, 'GET', `/${alias}`);
  }

  async checkpoints(): Promise<readonly { processor: string; lag: string }[]> {
    const { out } = await this.ops(['checkpoints', '--json']);
    return (JSON.parse(out) as { processors: { processor: string; lag: string }[] }).processors;
  }

  /** Everything is in the tables and in the index. */
  caughtUp(): Promise<void> {
    return eventually(async () => expect((await this.checkpoints()).filter(({ lag }) => lag !== '0')).toEqual([]));
  }

  async expectCommandsRefused(): Promise<void> {
    const { status, body } = await this.client.post<{ code: string }>('/v1/links', {
      destination_url: 'https://x.test',
    });
    expect([status, body.code]).toEqual([503, 'event_store_mismatch']);
  }

  /** @param why what `/health/ready` says, beside the remedy */
  async expectNotReady(why: RegExp): Promise<void> {
    await eventually(async () => {
      const { status, body } = await send<{ detail?: string }>(this.product, 'GET', '/health/ready');
      expect([status, body.detail]).toEqual([503, expect.stringMatching(why)]);
      expect(body.detail).toMatch(/; put the right .* ops -- event-store adopt\.$/);
    });
  }

  expectReady(): Promise<void> {
    return eventually(async () => expect((await send(this.product, 'GET', '/health/ready')).status).toBe(200));
  }

  /** On the database, as its owner. @param running of the product, else started for this */
  async sql<R extends QueryResultRow>(text: string, running = true): Promise<R[]> {
    const started = running ? undefined : await startPostgres({ dataDir: this.dataDir, log: quiet });
    const postgres = new Postgres(started?.url ?? (await findRunningPostgres(this.dataDir, 1_000)) ?? '');
    await postgres.connect();
    try {
      return (await postgres.query<R>(text)).rows;
    } finally {
      await postgres.end();
      await started?.stop();
    }
  }
}

const servers: EventStoreDbDouble[] = [];
const installations: Installation[] = [];
const newServer = async (): Promise<EventStoreDbDouble> => {
  const started = await startEventStoreDbDouble();
  servers.push(started);
  return started;
};
const newInstallation = async (url?: string): Promise<Installation> => {
  const made = new Installation(url);
  installations.push(made);
  await made.start();
  return made;
};

afterAll(async () => {
  for (const one of installations) await one.end();
  await endPrograms();
  for (const one of servers) await one.close();
});

// On the double, whose records can be put back.
describe('an event store of its own that was put back to an earlier copy, while the tables were not', () => {
  const key = { 'idempotency-key': 'undone-1' };
  let one: Installation;
  let server: EventStoreDbDouble;
  let kept: string;
  let undone: string;
  let records: number;

  beforeAll(async () => {
    server = await newServer();
    one = await newInstallation(server.url);
    kept = await one.create('kept', {}, 'cms-kept');
    await one.caughtUp();
    const backup = [...server.log.records];
    undone = await one.create('undone', key, 'cms-undone');
    await one.create('undone-too', {}, 'cms-freed');
    const edit = { title: 'Edited after the backup', external_id: 'cms-moved' };
    expect((await one.client.patch(`/v1/links/${kept}`, edit)).status).toBe(200);
    await eventually(async () => expect((await one.visit('undone')).status).toBe(302));
    await one.caughtUp();
    await one.product.kill('SIGTERM');
    await server.restartOn(backup);
    records = backup.length;
    await one.start('/health/live');
  });

  it('takes no command, and lets reads and redirects go on as they were', async () => {
    await one.expectCommandsRefused();
    const edited = await one.client.patch<{ code: string }>(`/v1/links/${kept}`, { title: 'Edited' });
    expect([edited.status, edited.body.code]).toEqual([503, 'event_store_mismatch']);
    expect((await one.client.get<{ meta: { total: number } }>('/v1/links')).body.meta.total).toBe(3);
    for (const alias of ['kept', 'undone']) expect((await one.visit(alias)).status).toBe(302);
  });

  it('answers no history and no point in time by another store than that of the tables', async () => {
    const asOf = new Date(Date.now() - 1_000).toISOString();
    const paths = [`/v1/links/${kept}/history`, `/v1/links/${undone}/history`, `/v1/links/${kept}?as_of=${asOf}`];
    for (const path of [...paths, '/v1/events']) {
      const { status, body } = await one.client.get<{ code: string }>(path);
      expect([path, status, body.code]).toEqual([path, 503, 'event_store_mismatch']);
    }
  });

  it('fails readiness, which says what it is and what to do, as the log does once', async () => {
    await one.expectNotReady(/^The event store is an older copy: it lacks the event /);
    const said = () => one.product.output().match(/"check":"event_store"[^\n]*older copy/g)?.length;
    await eventually(() => expect(said()).toBe(1));
    expect(one.product.output()).not.toMatch(/processing was interrupted/);
  });

  it('is written to by nobody', async () => {
    await one.ops(['workspace', 'set-plan', one.product.bootstrap.workspace_id, 'free']);
    expect(server.log.records.slice(records)).toEqual([]);
  });

  it('is found by the doctor, who says the same and judges no read model by it', async () => {
    const { code, out } = await one.ops(['doctor']);
    expect([code, out]).toEqual([1, expect.stringMatching(/fail\s+history\s+the event store is an older copy.*links/)]);
    expect(out).toMatch(/event-store adopt/);
    expect(out).not.toMatch(/read model/);
  });

  it('is not adopted by somebody who types another id', async () => {
    const { code, err } = await one.ops(['event-store', 'adopt'], 'yes\n');
    expect([code, err]).toEqual([1, expect.stringMatching(/Nothing was changed/)]);
    await one.expectCommandsRefused();
  });

  it('is adopted by the id of the installation, with every link that changes', async () => {
    const { err } = await one.ops(['event-store', 'adopt']);
    const id = /The id of this installation is (\S+)/.exec(err)?.[1] ?? '';
    const adopted = await one.ops(['event-store', 'adopt'], `${id}\n`);
    expect(adopted).toMatchObject({ code: 0 });
    expect(adopted.out).toMatch(new RegExp(`gone +${undone} +\\S+/undone\\n`));
    expect(adopted.out).toMatch(new RegExp(`as it was +${kept} +\\S+/kept +\\(.*title.*\\)\\n`));
    await one.expectReady();
    await eventually(async () => expect((await one.visit('undone')).status).toBe(404));
    const { body } = await one.client.get<{ data: { id: string; title: string | null }[] }>('/v1/links');
    expect(body.data.map(({ id: link, title }) => [link, title])).toEqual([[kept, null]]);
  });

  it('then gives other links the external ids of undone links and edits, and no other one', async () => {
    for (const external_id of ['cms-moved', 'cms-freed']) {
      const heir = await one.create(`heir-of-${external_id}`, {}, external_id);
      const { status, body } = await one.post({ alias: 'same', external_id });
      expect([status, body.existing_link_id]).toEqual([409, heir]);
    }
    const { status, body } = await one.post({ alias: 'same', external_id: 'cms-kept' });
    expect([status, body.existing_link_id]).toEqual([409, kept]);
  });

  it('then takes changes, and makes anew what a repeated request had made', async () => {
    expect(await one.create('undone', key, 'cms-undone')).toBe(undone);
    expect((await one.post({ alias: 'same', external_id: 'cms-undone' })).body.existing_link_id).toBe(undone);
    expect((await one.visit('undone')).status).toBe(302);
    await eventually(async () =>
      expect((await one.client.patch(`/v1/links/${kept}`, { title: 'Edited' })).status).toBe(200),
    );
    await one.caughtUp();
    await eventually(async () =>
      expect(await one.ops(['doctor', '--full'])).toMatchObject({
        code: 0,
        out: expect.stringContaining('All is well.') as string,
      }),
    );
    expect(await one.ops(['event-store', 'adopt', '--yes'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('nothing to adopt') as string,
    });
  });

  it.each([
    ['emptied', (): typeof server.log.records => [], /^The event store has no id/],
    [
      'exchanged for that of another installation',
      () => servers[1]!.log.records,
      /^The event store is another one: its id is /,
    ],
  ])('is noticed as well when it is %s while the product runs, until it is back', async (_, others, why) => {
    if (servers.length === 1) {
      const other = await newInstallation((await newServer()).url);
      await other.create('elsewhere');
      await other.product.kill('SIGTERM');
    }
    const own = [...server.log.records];
    const others_ = [...others()];
    await server.restartOn(others_);
    await one.expectNotReady(why);
    await one.expectCommandsRefused();
    for (const alias of ['kept', 'undone']) expect((await one.visit(alias)).status).toBe(302);
    expect(server.log.records).toEqual(others_);
    await server.restartOn(own);
    await one.expectReady();
    await eventually(async () =>
      expect((await one.client.patch(`/v1/links/${kept}`, { title: `Back ${_}` })).status).toBe(200),
    );
  });

  it('of an earlier version, without an id and without events in its checkpoints, opens by itself', async () => {
    await one.caughtUp();
    await one.product.kill('SIGTERM');
    await one.sql('UPDATE checkpoints SET mark = null', false);
    await server.restartOn(server.log.records.filter(({ stream }) => stream !== 'store-identity'));
    await one.start();
    const identities = () => server.log.records.filter(({ stream }) => stream === 'store-identity');
    expect(identities()).toHaveLength(1);
    await one.client.patch(`/v1/links/${kept}`, { title: 'Of an earlier version' });
    await one.product.kill('SIGTERM');
    await one.start();
    expect(identities()).toHaveLength(1);
  });
});

const hereafter = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref());

/** The checkpoints in the tables. */
const positionsOf = async (one: Installation): Promise<readonly bigint[]> =>
  (await one.sql<{ position: string }>('SELECT position FROM checkpoints')).map(({ position }) => BigInt(position));

const endOf = ({ log }: EventStoreDbDouble): bigint => log.records.at(-1)!.position;

describe('an earlier copy that has all that some tables were folded from, though all have read on', () => {
  it('is adopted, and no checkpoint stays beyond its end', async () => {
    const server = await newServer();
    const one = await newInstallation(server.url);
    await one.create('kept');
    await one.caughtUp();
    const backup = [...server.log.records];
    for (let n = 0; n < 100; n += 1) await one.create(`undone-${n}`);
    await one.caughtUp();
    const read = endOf(server);
    await one.product.kill('SIGTERM');
    await one.start();
    await eventually(async () => expect((await positionsOf(one)).filter((position) => position < read)).toEqual([]));
    await server.restartOn(backup);
    await one.expectNotReady(/^The event store is an older copy/);
    expect(await one.ops(['event-store', 'adopt', '--yes'], '', hereafter(180_000))).toMatchObject({ code: 0 });
    await one.expectReady();
    await eventually(async () => {
      const end = endOf(server);
      expect((await positionsOf(one)).filter((position) => position > end)).toEqual([]);
    });

    const { body: key } = await one.client.post<{ id: string; key: string }>('/v1/api-keys', {
      name: 'k',
      scope: 'read',
    });
    expect((await api(one.product, key.key).get('/v1/links')).status).toBe(200);
    expect((await one.client.delete(`/v1/api-keys/${key.id}`)).status).toBe(204);
    expect((await api(one.product, key.key).get('/v1/links')).status).toBe(401);
    const link = await one.create('undone-0');
    expect((await one.client.get(`/v1/links/${link}`)).status).toBe(200);
    await one.caughtUp();
    expect((await one.ops(['doctor', '--full'])).out).toContain('All is well.');
  });
});

describe('an earlier copy that lacks heartbeats alone, put back while the product runs', () => {
  it('needs no adoption, and what is appended then is handled by everybody', async () => {
    const server = await newServer();
    const one = await newInstallation(server.url);
    const kept = await one.create('kept');
    const { body: key } = await one.client.post<{ id: string; key: string }>('/v1/api-keys', {
      name: 'k',
      scope: 'read',
    });
    await one.caughtUp();
    const backup = [...server.log.records];
    const beat = {
      type: 'Heartbeat',
      contentType: 'application/json',
      data: Buffer.alloc(20_000, '0'),
      metadata: Buffer.alloc(0),
    };
    for (let n = 0; n < 10; n += 1)
      server.log.append('heartbeat-subscriptions', [{ ...beat, id: randomUUID() }], 'any');
    const read = endOf(server);
    await eventually(async () => expect((await positionsOf(one)).filter((position) => position < read)).toEqual([]));
    await server.restartOn(backup);
    await eventually(async () => expect((await one.client.delete(`/v1/api-keys/${key.id}`)).status).toBe(204));
    expect((await api(one.product, key.key).get('/v1/links')).status).toBe(401);
    await eventually(async () => {
      const edited = await one.client.patch(`/v1/links/${kept}`, { destination_url: 'https://example.com/edited' });
      expect(edited.status).toBe(200);
    });
    expect(endOf(server)).toBeLessThan(read);
    const { status, body } = await one.client.get<{ destination_url: string }>(`/v1/links/${kept}`);
    expect([status, body.destination_url]).toEqual([200, 'https://example.com/edited']);
    await eventually(async () =>
      expect((await one.visit('kept')).headers['location']).toBe('https://example.com/edited'),
    );
    await one.expectReady();
    await one.caughtUp();
    expect(endOf(server)).toBeLessThan(read);
    await eventually(async () =>
      expect((await positionsOf(one)).filter((position) => position > endOf(server))).toEqual([]),
    );
    expect((await one.ops(['doctor', '--full'])).out).toContain('All is well.');
  });
});

describe('an adoption that cannot write, and is killed', () => {
  const key = { 'idempotency-key': 'undone-1' };
  let one: Installation;
  let undone: string;
  let holder: Postgres;

  beforeAll(async () => {
    const server = await newServer();
    one = await newInstallation(server.url);
    await one.create('kept');
    await one.caughtUp();
    const backup = [...server.log.records];
    undone = await one.create('undone', key);
    // As a bulk call leaves it that has not handled all of its items.
    await one.sql(`INSERT INTO idempotency_keys
      (workspace_id, route, key, command_id, holder, created_at, lease_until, sealed)
      VALUES ('${one.product.bootstrap.workspace_id}', 'POST /v1/links/bulk', 'hmac partial', gen_random_uuid(),
        gen_random_uuid(), now(), now(), 'partial'),
        ('${one.product.bootstrap.workspace_id}', 'DELETE /v1/workspace/members/usr_1', 'hmac member',
        gen_random_uuid(), gen_random_uuid(), now(), now(), 'removed'),
        ('${one.product.bootstrap.workspace_id}', 'POST /v1/auth/password', 'hmac password',
        gen_random_uuid(), gen_random_uuid(), now(), now(), 'changed')`);
    await one.caughtUp();
    await server.restartOn(backup);
    await one.expectNotReady(/^The event store is an older copy/);
    holder = new Postgres((await findRunningPostgres(one.dataDir, 1_000)) ?? '');
    await holder.connect();
  });
  afterAll(() => holder.end());

  /** @param sessions of commands, killed ones included: while a session waits, Postgres does not notice that its client is gone */
  const isWaiting = (sessions = 1) =>
    eventually(async () => {
      const text = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND application_name = 'waymark ops'";
      expect(await one.sql(text)).toHaveLength(sessions);
    });

  it('keeps commands refused until stored answers are forgotten', async () => {
    await holder.query('BEGIN; SELECT FROM idempotency_keys WHERE status IS NOT NULL FOR UPDATE');
    const killed = isWaiting();
    expect((await one.ops(['event-store', 'adopt', '--yes'], '', killed)).code).toBeNaN();
    await killed;
    await one.expectCommandsRefused();
    expect((await one.ops(['doctor'])).out).toMatch(/fail +history +an adoption .* was interrupted/);
    await holder.query('ROLLBACK');
  });

  it('is taken up where every checkpoint fits by then, and waits for a lock that others hold for some seconds', async () => {
    await holder.query('BEGIN; LOCK TABLE reached_limits IN EXCLUSIVE MODE');
    const killed = isWaiting();
    expect((await one.ops(['event-store', 'adopt', '--yes'], '', killed)).code).toBeNaN();
    await killed;
    await one.expectReady();
    const repeated = one.ops(['event-store', 'adopt', '--yes']);
    await isWaiting(2);
    await hereafter(4_000);
    await holder.query('ROLLBACK');
    const { code, out } = await repeated;
    expect([code, out]).toEqual([0, expect.stringContaining('is the truth now')]);
    expect((await one.ops(['event-store', 'adopt', '--yes'])).out).toMatch(/nothing to adopt/);
  });

  it('leaves no answer that names what was undone', async () => {
    const stored = 'SELECT key FROM idempotency_keys WHERE status IS NOT NULL OR sealed IS NOT NULL ORDER BY key';
    expect(await one.sql(stored)).toEqual([{ key: 'hmac member' }, { key: 'hmac password' }]);
    expect(await one.create('undone', key)).toBe(undone);
    expect((await one.client.get(`/v1/links/${undone}`)).status).toBe(200);
    await eventually(async () => expect((await one.visit('undone')).status).toBe(302));
  });
});

describe('an embedded event store that was put back to an earlier copy, while the other tables were not', () => {
  it('takes no command until it is adopted', async () => {
    const one = await newInstallation();
    await one.create('kept');
    const [before] = await one.sql<{ position: string }>('SELECT position FROM waymark_events.counter');
    const gone = await one.create('undone');
    await one.caughtUp();
    await one.sql(`DELETE FROM waymark_events.events WHERE position > ${before?.position}`);
    await one.sql(`UPDATE waymark_events.counter SET position = ${before?.position}`);
    await one.expectNotReady(/^The event store is an older copy/);
    await one.expectCommandsRefused();
    expect((await one.visit('undone')).status).toBe(302);
    const { code, out } = await one.ops(['event-store', 'adopt', '--yes']);
    expect([code, out]).toEqual([0, expect.stringContaining(gone)]);
    await one.expectReady();
    await eventually(async () => expect((await one.visit('undone')).status).toBe(404));
    await one.create('undone');
  });
});

describe('a workspace that was made after the copy to which the event store was put back', () => {
  it('is created again, empty, so that those who registered can log in and go on', async () => {
    const one = await newInstallation();
    const [before] = await one.sql<{ position: string }>('SELECT position FROM waymark_events.counter');
    const { email, password, access_token, workspace } = await register(one.product);
    const link = { alias: 'undone', destination_url: 'https://example.com/' };
    expect((await api(one.product, access_token).post('/v1/links', link)).status).toBe(201);
    await one.caughtUp();
    await one.sql(`DELETE FROM waymark_events.events WHERE position > ${before?.position}`);
    await one.sql(`UPDATE waymark_events.counter SET position = ${before?.position}`);
    await one.expectNotReady(/^The event store is an older copy/);

    const { code, out } = await one.ops(['event-store', 'adopt', '--yes']);
    expect([code, out]).toEqual([0, expect.stringContaining(`${workspace.id} (${workspace.name}) is created again`)]);
    await one.expectReady();
    const loggedIn = await api(one.product).post<Registered>('/v1/auth/login', { email, password });
    expect([loggedIn.status, loggedIn.body.workspace]).toEqual([200, workspace]);
    const member = api(one.product, loggedIn.body.access_token);
    expect((await member.get('/v1/links')).body).toMatchObject({ data: [], meta: { total: 0 } });
    expect((await member.post('/v1/links', link)).status).toBe(201);
    await one.caughtUp();
    await eventually(async () => expect((await one.ops(['doctor', '--full'])).code).toBe(0));
  });
});

describe('a rotation of the secret of a webhook that is undone by the copy', () => {
  it('leaves its secret in force until the next one, which makes another secret', async () => {
    const one = await newInstallation();
    const hook = { url: 'https://example.com/hook', events: ['link.created'] };
    const { status, body } = await one.client.post<{ id: string }>('/v1/webhooks', hook);
    expect(status).toBe(201);
    const [before] = await one.sql<{ position: string }>('SELECT position FROM waymark_events.counter');
    const rotate = async (): Promise<string> =>
      (await one.client.post<{ secret: string }>(`/v1/webhooks/${body.id}/rotate-secret`)).body.secret;
    const undone = await rotate();
    await one.caughtUp();
    await one.sql(`DELETE FROM waymark_events.events WHERE position > ${before?.position}`);
    await one.sql(`UPDATE waymark_events.counter SET position = ${before?.position}`);
    await one.expectNotReady(/^The event store is an older copy/);
    expect(await one.ops(['event-store', 'adopt', '--yes'])).toMatchObject({ code: 0 });
    await one.expectReady();

    const kept = () =>
      one.sql<{ revision: string; sealed: string }>(
        `SELECT revision, encode(sealed, 'hex') AS sealed FROM webhook_secrets WHERE webhook_id = '${body.id}'
         ORDER BY revision DESC`,
      );
    const [ofUndone] = await kept();
    expect(ofUndone?.revision).toBe('0');
    const next = await rotate();
    expect(next).toMatch(/^whsec_/);
    expect(next).not.toBe(undone);
    expect(await kept()).toMatchObject([{ revision: '1' }, { revision: '0', sealed: ofUndone?.sealed }]);
  });
});

describe('an event store that is down', () => {
  it('is shown by /health/ready, with its server and the cause in the log, until it is back', async () => {
    const server = await newServer();
    const { product } = await newInstallation(server.url);
    const checks = async () =>
      (await send<{ checks: Record<string, { status: string }> }>(product, 'GET', '/health/ready')).body.checks;
    await eventually(async () => expect((await checks())['event_store']?.status).toBe('ok'));
    await server.network.refuse();
    await eventually(async () => expect((await checks())['event_store']?.status).toBe('failed'));
    await eventually(() =>
      expect(product.output()).toMatch(
        /"check":"event_store","server":"localhost:\d+","cause":"EventStoreDB.*"health check failed"/,
      ),
    );
    await server.network.accept();
    await eventually(async () => expect((await checks())['event_store']?.status).toBe('ok'));
  });
});
