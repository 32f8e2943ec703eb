import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { connectToDatabaseOf } from '../../faults/processes';
import { eventually } from '../../support/programs';
import { api, PASSWORD, type Product, startWaymark } from '../../support/waymark';
import { bulkOf, statusesOf } from '../support/bulk';
import { loseAnswers } from '../support/lost-answers';
import { accept, type Invitation, someone } from '../support/members';
import { expectProblem } from '../support/problems';
import type { ApiKey, Link, RotatedKey } from '../support/records';
import { newWorkspace, type Workspace } from '../support/workspace';
import { impatient } from '../../support/judged';

describe('an answer under an Idempotency-Key', () => {
  let product: Product;
  let workspace: Workspace;
  let database: Client;
  /** A key as a client would send: random, and long enough for a search. */
  const newKey = (): string => randomBytes(16).toString('hex');

  beforeAll(async () => {
    product = await startWaymark({
      patient: true,
      env: { SIGNUP: 'open', DEFAULT_PLAN: 'enterprise', TRUST_PROXY: 'loopback' },
    });
    workspace = await newWorkspace(product);
    database = await connectToDatabaseOf(product);
  });
  afterAll(async () => {
    await database.end();
    await product.stop();
  });

  /** Every column of every stored answer, binary ones in hexadecimal. */
  const dump = async (): Promise<string> => {
    const { rows } = await database.query('select to_jsonb(k)::text as line from idempotency_keys k');
    return rows.map(({ line }: { line: string }) => line).join('\n');
  };

  it('leaves no secret, Idempotency-Key or plain body hash in a database dump', async () => {
    const headers = { 'idempotency-key': newKey() };
    const name = `name ${newKey()}`;
    const { status, body } = await workspace.post<ApiKey & { key: string }>(
      '/v1/api-keys',
      { name, scope: 'read' },
      headers,
    );
    expect(status).toBe(201);
    const passwords = { current_password: workspace.owner.password, new_password: newKey() };
    expect((await workspace.user.post('/v1/auth/password', passwords, headers)).status).toBe(204);
    const plainHash = createHash('sha256')
      .update(`POST /v1/auth/password\n${JSON.stringify(passwords)}`)
      .digest('hex');

    const text = await dump();
    expect(text).toContain(workspace.id);
    for (const secret of [body.key, body.id, name, headers['idempotency-key'], plainHash])
      expect([secret, text.includes(secret)]).toEqual([secret, false]);
    expect(text).not.toContain(Buffer.from(body.key).toString('hex'));
  });

  it('of an earlier version is repeated, and nothing is created twice', async () => {
    const idempotencyKey = newKey();
    const link = JSON.stringify({ destination_url: 'https://example.com/earlier' });
    const answer = '{"id":"link_of_an_earlier_version"}';
    await database.query(
      `insert into idempotency_keys (workspace_id, route, key, command_id, holder, created_at, lease_until, body_hash,
          status, body, headers)
        values ($1, 'POST /v1/links', $2, $3, $3, now() - interval '23 hours', now(), $4, 201, $5, $6)`,
      [
        workspace.id,
        idempotencyKey,
        randomUUID(),
        createHash('sha256').update(`POST /v1/links\n${link}`).digest(),
        answer,
        JSON.stringify({ 'content-type': 'application/json', location: '/v1/links/link_of_an_earlier_version' }),
      ],
    );
    const before = await workspace.countLinks();
    const headers = { 'idempotency-key': idempotencyKey, 'content-type': 'application/json' };
    const again = await workspace.post<Link>('/v1/links', link, headers);
    expect([again.status, again.text, again.headers]).toEqual([
      201,
      answer,
      expect.objectContaining({
        'idempotent-replayed': 'true',
        location: '/v1/links/link_of_an_earlier_version',
      }),
    ]);
    expectProblem(
      await workspace.post('/v1/links', { destination_url: 'https://example.com/' }, headers),
      422,
      'idempotency_mismatch',
    );
    expect(await workspace.countLinks()).toBe(before);
  });

  it('that an earlier version failed to store is made under its original command id', async () => {
    const [idempotencyKey, opened] = [newKey(), '01934d71-f53b-7c1c-9d3a-0123456789ab'];
    const link = JSON.stringify({ destination_url: 'https://example.com/in-flight' });
    await database.query(
      `insert into idempotency_keys (workspace_id, route, key, command_id, holder, created_at, lease_until)
        values ($1, 'POST /v1/links', $2, $3, $3, now() - interval '1 hour', now() - interval '1 minute')`,
      [workspace.id, idempotencyKey, opened],
    );
    const headers = { 'idempotency-key': idempotencyKey, 'content-type': 'application/json' };
    const [first, again] = [
      await workspace.post<Link>('/v1/links', link, headers),
      await workspace.post<Link>('/v1/links', link, headers),
    ];
    expect([first.status, again.text, again.headers['idempotent-replayed']]).toEqual([201, first.text, 'true']);

    // As the earlier version derived it. An event of its first attempt would have this id.
    const bodyHash = createHash('sha256').update(`POST /v1/links\n${link}`).digest();
    const mixed = createHash('sha256').update(opened).update(bodyHash).digest('hex');
    const { rows } = await database.query(
      `select metadata->>'command_id' as id from waymark_events.events ` +
        `where data->>'destination_url' = 'https://example.com/in-flight'`,
    );
    expect(rows).toEqual([{ id: `01934d71-f53b-8${mixed.slice(0, 3)}-a${mixed.slice(3, 6)}-${mixed.slice(6, 18)}` }]);
  });

  it('that was lost before it was stored is rebuilt by a repeat, with the same secret', async () => {
    const headers = { 'idempotency-key': newKey() };
    const { id } = await workspace.createKey();
    const { id: webhook } = await workspace.createWebhook();
    const subscription = { url: 'https://hooks.example.com/', events: ['*'] };
    const invited = { email: someone(), role: 'member' };
    const ask = async () => [
      (await workspace.post<{ key: string }>('/v1/api-keys', { name: 'x', scope: 'read' }, headers)).body.key,
      (await workspace.post<RotatedKey>(`/v1/api-keys/${id}/rotate`, undefined, headers)).body.key,
      (await workspace.user.post<Invitation>('/v1/workspace/invitations', invited, headers)).body.token,
      (await workspace.post<{ secret: string }>('/v1/webhooks', subscription, headers)).body.secret,
      (await workspace.post<{ secret: string }>(`/v1/webhooks/${webhook}/rotate-secret`, undefined, headers)).body
        .secret,
    ];
    const first = await ask();
    expect(first.every((secret) => typeof secret === 'string')).toBe(true);
    await loseAnswers(database);
    // A crash before the secret was kept.
    await database.query('delete from webhook_secrets');
    expect(await ask()).toEqual(first);
    const { rows } = await database.query('select webhook_id from webhook_secrets');
    expect(rows).toHaveLength(2);
    for (const key of first.slice(0, 2)) expect((await api(product, key).get('/v1/links')).status).toBe(200);
    expect((await accept({ token: first[2], password: PASSWORD }, product)).status).toBe(200);
  });

  it('that was a 503 to a rotation becomes the new key by a repeat, without a second rotation', async () => {
    const { id, key: old } = await workspace.createKey();
    const rotate = () =>
      api(impatient(product), old).post<RotatedKey>(`/v1/api-keys/${id}/rotate`, undefined, {
        'idempotency-key': 'not-in-force',
      });
    await database.query("begin; select from checkpoints where read_model = 'api_keys' for update");
    expectProblem(await rotate(), 503, 'unavailable');
    await database.query('rollback');
    const { body } = await eventually(async () => {
      const answer = await rotate();
      expect(answer.status).toBe(201);
      return answer;
    });
    expect((await api(product, body.key).get<ApiKey>('/v1/api-keys/current')).body).toMatchObject({
      id: body.id,
      rotated_from: id,
      status: 'active',
    });
    const { data } = (await workspace.get<{ data: ApiKey[] }>('/v1/api-keys?limit=100')).body;
    expect(data.filter(({ rotated_from }) => rotated_from === id)).toHaveLength(1);
  });

  it('to a list of items is completed by a repeat, which handles only those that an outage met', async () => {
    const [same, other] = [await workspace.createLink({ title: 'wanted' }), await workspace.createLink()];
    const items = [same, other].map(({ id }) => ({ id, title: 'wanted' }));
    const headers = { 'idempotency-key': newKey() };
    const ask = () => bulkOf({ ...workspace, ...api(impatient(product), workspace.token) }).update(items, headers);
    await database.query('begin; select from waymark_events.counter for update');
    const partial = await ask();
    await database.query('rollback');
    expect(statusesOf(partial)).toEqual([200, 503]);
    expect((await workspace.patch<Link>(`/v1/links/${same.id}`, { title: 'of somebody else' })).status).toBe(200);
    const completed = await eventually(async () => {
      const answer = await ask();
      expect(statusesOf(answer)).toEqual([200, 200]);
      return answer;
    });
    expect(completed.body.data[0]).toEqual(partial.body.data[0]);
    const titles = await Promise.all([same, other].map(({ id }) => workspace.get<Link>(`/v1/links/${id}`)));
    expect(titles.map(({ body }) => body.title)).toEqual(['of somebody else', 'wanted']);
    const again = await ask();
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([completed.text, 'true']);
  });
});
