import { someMetadata } from '@kernel/testing';
import { openEventStore } from '../support/postgres-event-store';
import { randomUUID } from 'node:crypto';
import { eventually } from '../support/programs';
import { atScale } from '../support/scale';
import type { Product } from '../support/waymark';
import { type Gateways, startGateways } from '../support/gateways';
import { startCachingProxy } from './caching-proxy';
import { createKey, inTurn, revoke, use, useJudged } from './requests';
import { checkRevocations } from './revocation-checker';

const REQUESTS = atScale(5_000, 1_000_000);
const FROZEN = atScale(2, 50);
const CLIENTS = 12;

let gateways: Gateways;
let by: string;

beforeAll(async () => {
  gateways = await startGateways(4);
  by = gateways.bootstrap.api_key;
});
afterAll(() => gateways.close());

const everywhere = async (key: string) => Promise.all(gateways.all.map((gateway) => useJudged(gateway, key)));
const REFUSED_EVERYWHERE = ['refused', 'refused', 'refused', 'refused'];

/** Whatever happens to the leader: revocations are answered again. */
const revocationsWork = (at: readonly Product[]) =>
  eventually(async () => {
    for (const gateway of at) {
      const { status } = await revoke(gateway, by, (await createKey(gateway, by)).id);
      if (status !== 200) throw new Error(`a revocation answered ${status}`);
    }
  }, 180_000);

const others = (than: Product) => gateways.all.filter((gateway) => gateway !== than);

describe('promise 6: a request begun after the answer to a revocation is refused', () => {
  it(
    `0 violations in ${REQUESTS.toLocaleString('en')} requests over 4 gateways`,
    async () => {
      const began = performance.now();
      const seen = await checkRevocations({ gateways: gateways.all, by, requests: REQUESTS, clients: CLIENTS });
      console.info({ ...seen, seconds: Math.round((performance.now() - began) / 1_000) });
      expect(seen.violations).toEqual([]);
      expect(seen.accepted).toBeGreaterThan(REQUESTS / 10);
      expect(seen.refused).toBeGreaterThan(REQUESTS / 10);
    },
    atScale(900_000, 7_200_000),
  );

  it('a key cache without a fence, planted before the gateways, is caught', async () => {
    const proxies = await Promise.all(gateways.all.map(startCachingProxy));
    const seen = await checkRevocations({ gateways: gateways.all, usedAt: proxies, by, requests: 500, clients: 4 });
    proxies.forEach((proxy) => proxy.close());
    expect(seen.violations).not.toEqual([]);
  });

  it(
    `a gateway frozen during a revocation answers a true 200, 503 or nothing, ${FROZEN} times each`,
    async () => {
      const answers: number[] = [];
      for (let round = 0; round < 2 * FROZEN; round += 1) {
        const leader = await gateways.leader();
        // The leader, or a standby.
        const frozen = round % 2 === 0 ? leader : others(leader)[0]!;
        const key = await createKey(frozen, by);
        const answering = revoke(frozen, by, key.id, 300_000);
        await new Promise((resolve) => setTimeout(resolve, round));
        process.kill(frozen.pid, 'SIGSTOP');
        try {
          // The rest continues: at once, or when a frozen leader has been replaced.
          await revocationsWork(others(frozen));
        } finally {
          process.kill(frozen.pid, 'SIGCONT');
        }
        const { status, text } = await answering;
        answers.push(status);
        if (status !== 200 && status !== 503) throw new Error(`${status}: ${text}`);
        if (status === 503)
          expect(
            (
              await eventually(async () => {
                const again = await revoke(frozen, by, key.id);
                if (again.status !== 200) throw new Error(again.text);
                return again;
              })
            ).status,
          ).toBe(200);
        expect(await everywhere(key.key)).toEqual(REFUSED_EVERYWHERE);
      }
      console.info({ answers });
    },
    atScale(900_000, 1_200_000),
  );

  it('holds while a gateway is frozen and thawed repeatedly', async () => {
    let done = false;
    const checking = checkRevocations({
      gateways: gateways.all.slice(1),
      usedAt: gateways.all,
      by,
      requests: atScale(2_000, 20_000),
      clients: 6,
    }).finally(() => (done = true));
    while (!done) {
      process.kill(gateways.all[0]!.pid, 'SIGSTOP');
      await new Promise((resolve) => setTimeout(resolve, 700));
      process.kill(gateways.all[0]!.pid, 'SIGCONT');
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    expect((await checking).violations).toEqual([]);
  });

  it('a leader killed with -9 is replaced at once: a revocation meanwhile is true or a 503', async () => {
    const leader = await gateways.leader();
    const at = others(leader);
    const keys = await Promise.all(at.map((gateway) => createKey(gateway, by)));
    await leader.kill('SIGKILL');
    const began = performance.now();
    const answers = await Promise.all(at.map((gateway, index) => revoke(gateway, by, keys[index]!.id)));
    const ms = performance.now() - began;
    for (const [index, { status }] of answers.entries()) {
      expect([200, 503]).toContain(status);
      if (status === 200) expect(await useJudged(at[0]!, keys[index]!.key)).toBe('refused');
    }
    await revocationsWork(at);
    console.info({ answers: answers.map(({ status }) => status), ms: Math.round(ms) });
    const replaced = await gateways.add();
    expect(await useJudged(replaced, by)).toBe('accepted');
  });
});

describe('promise 6: a revocation that is not in force is a 503, never a 200', () => {
  const working = () => gateways.all.filter((gateway) => isAlive(gateway.pid));

  it('while the projectors are stalled; asking again is safe', async () => {
    const gateway = inTurn(working());
    const key = await createKey(gateway(), by);
    const client = await gateways.owner.connect();
    try {
      await client.query('begin; lock table checkpoints in share mode');
      expect((await revoke(gateway(), by, key.id)).status).toBe(503);
      expect((await revoke(gateway(), by, key.id)).status).toBe(503);
    } finally {
      await client.query('rollback');
      client.release();
    }
    await eventually(async () => expect((await revoke(gateway(), by, key.id)).status).toBe(200));
    expect(new Set(await Promise.all(working().map((at) => useJudged(at, key.key))))).toEqual(new Set(['refused']));
  });

  it('while its lineage is parked, and the key is not accepted then', async () => {
    const gateway = inTurn(working());
    const key = await createKey(gateway(), by);
    const stream = `apikey-${key.id.slice('key_'.length)}`;
    const { store, close } = openEventStore(gateways.database);
    // An event that no projection can take in.
    const metadata = someMetadata({
      at: new Date().toISOString(),
      command_id: randomUUID(),
      workspace_id: gateways.bootstrap.workspace_id,
    });
    await store.append(
      stream,
      [{ id: randomUUID(), event: { type: 'KeyRenamed', data: { key_id: key.id } }, metadata }],
      0n,
    );
    await close();
    await eventually(async () =>
      expect(await gateways.owner.query('select from parked_streams where stream = $1', [stream])).toMatchObject({
        rowCount: 1,
      }),
    );
    expect((await revoke(gateway(), by, key.id)).status).toBeGreaterThanOrEqual(500);
    for (const at of working()) expect(await use(at, key.key)).toBe('unjudged');
  });

  it('while it is parked, although the projectors are past it', async () => {
    const gateway = inTurn(working());
    const key = await createKey(gateway(), by);
    await gateways.owner.query("insert into parked_streams values ('api_keys', $1, 0, 'for this test', now())", [
      `apikey-${key.id.slice('key_'.length)}`,
    ]);
    expect((await revoke(gateway(), by, key.id)).status).toBe(503);
  });
});

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
