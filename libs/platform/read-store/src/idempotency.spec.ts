import { randomUUID } from 'node:crypto';
import { type Authorization, type Authorizer, createAuthorizer, type Lease } from '@platform/read-store';
import { ROUTE, type TestKey, type TestReadStore, withReadStore } from '../../../../test/support/read-store';

const NOW = Date.parse('2026-05-01T00:00:00.000Z');
const ANSWER = { bodyHash: Buffer.alloc(32, 7), status: 201, sealed: Buffer.from('sealed') };
const DAY = 24 * 3_600_000;

let test: TestReadStore;
let authorizer: Authorizer;
let key: TestKey;
/** A burst takes longer on a busy machine than a gateway would wait. */
const patient = () => createAuthorizer({ pool: test.store.system, deadlineMs: 60_000 });

beforeAll(async () => {
  test = await withReadStore();
  authorizer = patient();
});
beforeEach(async () => {
  await test.freeze(new Date(NOW));
  key = await test.key(await test.workspace('enterprise'));
});
afterAll(() => test.close());

type Passed = Extract<Authorization, { outcome: 'ok' }>;

const ask = async (idempotencyKey = 'k', of = key): Promise<Passed> => {
  const answer = await authorizer.authorize(of.request('write', idempotencyKey));
  if (answer.outcome !== 'ok') throw new Error(answer.outcome);
  return answer;
};

const leaseOf = ({ idempotency }: Passed): Lease => {
  if (!('lease' in idempotency)) throw new Error(`no lease: ${idempotency.state}`);
  return idempotency.lease;
};

const wait = (ms: number) => test.freeze(new Date(NOW + ms));

describe('an idempotency key', () => {
  it('opens once, then is in progress, then replays its stored answer under one command id', async () => {
    const opened = await ask();
    expect(opened.idempotency.state).toBe('opened');
    expect((await ask()).idempotency).toEqual({ state: 'in_progress' });
    await authorizer.completeIdempotent({ ...leaseOf(opened), ...ANSWER });
    const replayed = await ask();
    expect(replayed).toMatchObject({ commandId: opened.commandId, idempotency: { state: 'stored', answer: ANSWER } });
  });

  it('is opened by one of a hundred concurrent requests through two gateways', async () => {
    const other = patient();
    const states = (
      await Promise.all(
        Array.from({ length: 100 }, (_, n) => (n % 2 ? other : authorizer).authorize(key.request('write', 'race'))),
      )
    ).map((answer) => (answer.outcome === 'ok' ? answer.idempotency.state : answer.outcome));
    expect(states.filter((state) => state === 'opened')).toHaveLength(1);
    expect(states.filter((state) => state === 'in_progress')).toHaveLength(99);
  });

  it('stays with a holder that renews its lease, and is not renewed by one that was overtaken', async () => {
    const lease = leaseOf(await ask());
    await wait(9_000);
    expect(await authorizer.renewIdempotent(lease)).toBe(true);
    await wait(18_000);
    expect((await ask()).idempotency).toEqual({ state: 'in_progress' });
    await wait(19_000);
    expect((await ask()).idempotency.state).toBe('taken_over');
    expect(await authorizer.renewIdempotent(lease)).toBe(false);
  });

  it('is scoped to its workspace and route', async () => {
    await ask();
    const stranger = await test.key(await test.workspace('enterprise'));
    expect((await ask('k', stranger)).idempotency.state).toBe('opened');
    const elsewhere = await authorizer.authorize({
      ...key.request(),
      idempotency: { route: 'POST /v1/api-keys', key: 'hmac k', earlierKey: 'k' },
    });
    expect(elsewhere).toMatchObject({ idempotency: { state: 'opened' } });
  });

  it('is leased for 10 s to the millisecond, then taken over once with the same command id', async () => {
    const opened = await ask();
    await wait(9_999);
    expect((await ask()).idempotency.state).toBe('in_progress');
    await wait(10_000);
    const taken = await ask();
    expect(taken).toMatchObject({ commandId: opened.commandId, idempotency: { state: 'taken_over' } });
    expect((await ask()).idempotency.state).toBe('in_progress');
  });

  it('is taken over once its lease is of an hour to come, since the clock was set back', async () => {
    await ask();
    await wait(-3_600_000);
    expect((await ask()).idempotency.state).toBe('taken_over');
    expect((await ask()).idempotency.state).toBe('in_progress');
  });

  it('keeps the first answer of its holders', async () => {
    const slow = leaseOf(await ask());
    await wait(10_000);
    const quick = leaseOf(await ask());
    await authorizer.completeIdempotent({ ...slow, ...ANSWER });
    await authorizer.completeIdempotent({ ...quick, ...ANSWER, status: 500 });
    expect((await ask()).idempotency).toMatchObject({ answer: { status: 201 } });
  });

  it('is free at once after a release, with the same command id and nothing stored', async () => {
    const opened = await ask();
    await authorizer.releaseIdempotent(leaseOf(opened));
    expect(await ask()).toMatchObject({ commandId: opened.commandId, idempotency: { state: 'taken_over' } });
  });

  it('hands on what was left at a release, until a release leaves something else or there is an answer', async () => {
    const [one, other] = [Buffer.from('one'), Buffer.from('other')];
    const left: (Buffer | undefined)[] = [];
    for (const sealed of [one, undefined, other, undefined]) {
      const { idempotency } = await ask();
      left.push('sealed' in idempotency ? idempotency.sealed : undefined);
      await authorizer.releaseIdempotent(leaseOf({ idempotency } as Passed), sealed);
    }
    expect(left).toEqual([undefined, one, one, other]);
    await authorizer.completeIdempotent({ ...leaseOf(await ask()), ...ANSWER });
    expect((await ask()).idempotency).toEqual({ state: 'stored', answer: ANSWER });
  });

  it('keeps nothing of a holder that lost it', async () => {
    const slow = leaseOf(await ask());
    await wait(10_000);
    await ask();
    await authorizer.releaseIdempotent(slow, Buffer.from('late'));
    await wait(20_000);
    expect(await ask()).not.toHaveProperty('idempotency.sealed');
  });

  it('is new after it was forgotten, with a new command id', async () => {
    const opened = await ask();
    await authorizer.forgetIdempotent(leaseOf(opened));
    const renewed = await ask();
    expect(renewed.idempotency.state).toBe('opened');
    expect(renewed.commandId).not.toBe(opened.commandId);
  });

  it('that was taken over is released, not forgotten: its first holder may have executed', async () => {
    const opened = await ask();
    await wait(10_000);
    await authorizer.forgetIdempotent(leaseOf(await ask()));
    expect(await ask()).toMatchObject({ commandId: opened.commandId, idempotency: { state: 'taken_over' } });
  });

  it('cannot be forgotten by a holder that lost it, nor after its answer', async () => {
    const slow = leaseOf(await ask());
    await wait(10_000);
    const quick = leaseOf(await ask());
    await authorizer.forgetIdempotent(slow);
    expect((await ask()).idempotency.state).toBe('in_progress');
    await authorizer.completeIdempotent({ ...quick, ...ANSWER });
    await authorizer.forgetIdempotent(quick);
    expect((await ask()).idempotency.state).toBe('stored');
  });

  it('cannot be released by a holder that lost it, nor after its answer', async () => {
    const slow = leaseOf(await ask());
    await wait(10_000);
    const quick = leaseOf(await ask());
    await authorizer.releaseIdempotent(slow);
    expect((await ask()).idempotency.state).toBe('in_progress');
    await authorizer.completeIdempotent({ ...quick, ...ANSWER });
    await authorizer.releaseIdempotent(quick);
    expect((await ask()).idempotency.state).toBe('stored');
  });

  it('is new after 24 h, with a new command id, and the old one’s answer comes too late', async () => {
    const opened = await ask();
    await authorizer.completeIdempotent({ ...leaseOf(opened), ...ANSWER });
    await wait(DAY - 1);
    expect((await ask()).idempotency.state).toBe('stored');
    await wait(DAY);
    const renewed = await ask();
    expect(renewed.idempotency.state).toBe('opened');
    expect(renewed.commandId).not.toBe(opened.commandId);
    await authorizer.completeIdempotent({ ...leaseOf(opened), ...ANSWER });
    expect((await ask()).idempotency.state).toBe('in_progress');
  });

  it('is deleted some time after its day, while others are answered', async () => {
    await Promise.all(Array.from({ length: 10 }, (_, n) => ask(`old ${n}`)));
    await wait(DAY);
    const fresh = await Promise.all(Array.from({ length: 20 }, (_, n) => ask(`new ${n}`)));
    for (const each of fresh) await authorizer.completeIdempotent({ ...leaseOf(each), ...ANSWER });
    const { rows } = await test.owner.query(
      "select count(*)::int as old from idempotency_keys where key like 'hmac old%'",
    );
    expect(rows).toEqual([{ old: 0 }]);
  });
});

describe('an idempotency key in a row of an earlier version', () => {
  const PLAIN = {
    bodyHash: Buffer.alloc(32, 5),
    status: 201,
    body: '{"id":"link_1"}',
    headers: { location: '/v1/links/link_1' },
  };
  /** As the gateway of the earlier version does. */
  const openEarlier = async (idempotencyKey: string, commandId: string): Promise<void> => {
    await test.owner.query(
      `insert into idempotency_keys (workspace_id, route, key, command_id, holder, created_at, lease_until)
        values ($1, $2, $3, $4, $4, $5, $5::timestamptz + interval '10 seconds')`,
      [(await ask('other')).subject.workspaceId, ROUTE, idempotencyKey, commandId, new Date(NOW)],
    );
  };
  const answerEarlier = (idempotencyKey: string, commandId: string) =>
    test.owner.query(
      `select settle_idempotency_keys(array[workspace_id], array[route], array[key], array[holder], array[command_id],
          array[$2::bytea],
        array[$3::int], array[$4], array[$5::jsonb]) from idempotency_keys where key = $1 and command_id = $6`,
      [idempotencyKey, PLAIN.bodyHash, PLAIN.status, PLAIN.body, JSON.stringify(PLAIN.headers), commandId],
    );
  /** By the earlier version's call, which sends the Idempotency-Key itself and knows no other form. */
  const askEarlier = async (idempotencyKey: string) => {
    const { rows } = await test.owner.query(
      `select idempotency, stored_body, stored_headers from authorize(
        (select array[token_hash] from api_keys where lineage = $1), '{null}', '{null}', '{null}', '{write}', array[$2],
        array[$3], array[gen_random_uuid()])`,
      [key.lineage, ROUTE, idempotencyKey],
    );
    return rows[0];
  };

  it("replays the earlier version's stored answer, before and after the upgrade, for its whole day", async () => {
    const commandId = randomUUID();
    await openEarlier('k', commandId);
    await answerEarlier('k', commandId);
    expect(await ask()).toMatchObject({ commandId, idempotency: { state: 'stored', answer: PLAIN } });
    expect(await askEarlier('k')).toEqual({
      idempotency: 'stored',
      stored_body: PLAIN.body,
      stored_headers: PLAIN.headers,
    });
    await wait(DAY);
    expect((await ask()).idempotency.state).toBe('opened');
  });

  it('is taken over with its command id when its holder has died', async () => {
    const commandId = randomUUID();
    await openEarlier('k', commandId);
    expect((await ask()).idempotency.state).toBe('in_progress');
    await wait(10_000);
    const taken = await ask();
    expect(taken).toMatchObject({ commandId, idempotency: { state: 'taken_over', lease: { key: 'k' } } });
    await authorizer.completeIdempotent({ ...leaseOf(taken), ...ANSWER });
    expect((await ask()).idempotency).toEqual({ state: 'stored', answer: ANSWER });
  });

  it('is opened by this version only: to the earlier version the request is in progress', async () => {
    expect(await askEarlier('k')).toMatchObject({ idempotency: 'in_progress' });
    const opened = await ask();
    expect(opened.idempotency.state).toBe('opened');
    expect(await askEarlier('k')).toMatchObject({ idempotency: 'in_progress' });
    const { rows } = await test.owner.query('select key from idempotency_keys where workspace_id = $1', [
      opened.subject.workspaceId,
    ]);
    expect(rows).toEqual([{ key: 'hmac k' }]);
  });
});
