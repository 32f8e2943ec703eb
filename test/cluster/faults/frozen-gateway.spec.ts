import { setTimeout as delay } from 'node:timers/promises';
import { createKey, revoke, useJudged } from '../../promises/requests';
import { checkRevocations } from '../../promises/revocation-checker';
import { skipReason } from '../../support/kafka-broker';
import { endPrograms, eventually } from '../../support/programs';
import { type Answer, api, register, send } from '../../support/waymark';
import { type WholeCluster, startWholeCluster } from '../../support/whole-cluster';
import { report } from './checks';

const reason = skipReason();
const LONG = 1_200_000;
const ROUNDS = 8;
/** Of the free plan, in any 60 s. */
const LIMIT = 100;
const WINDOW_MS = 60_000;

const frozenGateway = (): void => {
  let whole: WholeCluster;

  beforeAll(async () => {
    whole = await startWholeCluster({ count: { gateway: 2, relay: 0, redirector: 0 }, env: { DEFAULT_PLAN: 'free' } });
  }, LONG);
  afterAll(async () => {
    await whole?.stop();
    await endPrograms();
  });

  const gateways = () => whole.cluster.of('gateway');
  const both = () => {
    const [one, other] = gateways();
    if (!one || !other) throw new Error('there are not two gateways');
    return [one, other] as const;
  };
  const everywhere = (key: string) => Promise.all(gateways().map((gateway) => useJudged(gateway, key)));

  it(
    'promise 6: a gateway frozen in the middle of a revocation answers truly, and the other goes on',
    async () => {
      const [frozen, other] = both();
      const by = whole.cluster.bootstrap.api_key;
      const answers: number[] = [];
      let inTheMiddle = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        const key = await createKey(frozen, by);
        const answering = revoke(frozen, by, key.id, 120_000);
        // In turn, from before it was read to after it was answered.
        await delay(4 * round);
        process.kill(frozen.pid, 'SIGSTOP');
        try {
          if ((await Promise.race([answering, delay(50)])) === undefined) inTheMiddle += 1;
          const meanwhile = await createKey(other, by);
          await eventually(async () => expect((await revoke(other, by, meanwhile.id)).status).toBe(200));
          expect(await useJudged(other, meanwhile.key)).toBe('refused');
        } finally {
          process.kill(frozen.pid, 'SIGCONT');
        }
        const { status, text } = await answering;
        answers.push(status);
        if (status !== 200 && status !== 503) throw new Error(`${status}: ${text}`);
        if (status === 503) await eventually(async () => expect((await revoke(other, by, key.id)).status).toBe(200));
        expect(await everywhere(key.key)).toEqual(['refused', 'refused']);
      }
      expect(inTheMiddle).toBeGreaterThan(0);
      report('gateway frozen in mid-revoke', 'what was answered 200 was refused everywhere', {
        rounds: ROUNDS,
        in_the_middle: inTheMiddle,
        answers: answers.join(' '),
      });
    },
    LONG,
  );

  it(
    'promise 6: no revoked key is accepted by anyone while a gateway is frozen and thawed again and again',
    async () => {
      const [frozen] = both();
      let done = false;
      const checking = checkRevocations({
        gateways: gateways().slice(1),
        usedAt: gateways(),
        by: whole.cluster.bootstrap.api_key,
        requests: 2_000,
        clients: 6,
      }).finally(() => (done = true));
      while (!done) {
        process.kill(frozen.pid, 'SIGSTOP');
        await delay(700);
        process.kill(frozen.pid, 'SIGCONT');
        await delay(300);
      }
      const { violations, ...seen } = await checking;
      expect(violations).toEqual([]);
      expect(seen.accepted).toBeGreaterThan(100);
      expect(seen.refused).toBeGreaterThan(100);
      report('gateway frozen and thawed under revocations', 'no revoked key was accepted', { ...seen, violations: 0 });
    },
    LONG,
  );

  it(
    'promise 8: the rate limit is exact over two gateways, and a frozen one admits none too many',
    async () => {
      const setClock = (at: number) =>
        whole.database.query(
          'INSERT INTO clock_offset (milliseconds, frozen_at) VALUES (0, $1) ON CONFLICT (only_row) DO UPDATE ' +
            'SET frozen_at = excluded.frozen_at',
          [new Date(at).toISOString()],
        );
      const [one, other] = both();
      const { access_token } = await register(one);
      const {
        body: { key },
      } = await api({ ...one, patient: true }, access_token).post<{ key: string }>('/v1/api-keys', {
        name: 'Load',
        scope: 'read',
      });
      const use = (n: number): Promise<Answer> =>
        send(n % 2 ? one : other, 'GET', '/v1/links/link_unknown', { headers: { authorization: `Bearer ${key}` } });
      const ask = (times: number): Promise<Answer[]> => Promise.all(Array.from({ length: times }, (_, n) => use(n)));
      /** While the clock stands still. What a busy machine sheds is repeated, and may have taken its slot before. */
      let shed = 0;
      const askJudged = (times: number): Promise<Answer[]> => {
        shed = 0;
        const judged = async (n: number): Promise<Answer> => {
          const answer = await use(n);
          if (answer.status !== 503) return answer;
          shed += 1;
          return judged(n);
        };
        return Promise.all(Array.from({ length: times }, (_, n) => judged(n)));
      };
      const expectLimit = (answers: readonly Answer[]): void => {
        expect(passed(answers)).toBeLessThanOrEqual(LIMIT);
        expect(passed(answers) + shed).toBeGreaterThanOrEqual(LIMIT);
      };
      const passed = (answers: readonly Answer[]): number => answers.filter(({ status }) => status === 404).length;
      const from = Date.now() + 2 * WINDOW_MS;
      try {
        await setClock(from);
        const first = await askJudged(130);
        expect(first.map(({ status }) => status).filter((status) => status !== 404 && status !== 429)).toEqual([]);
        expectLimit(first);
        expect(
          new Set(first.filter(({ status }) => status === 429).map(({ headers }) => headers['retry-after'])),
        ).toEqual(new Set(['60']));
        await setClock(from + WINDOW_MS - 1);
        expect(passed(await askJudged(20))).toBe(0);
        await setClock(from + WINDOW_MS);
        expectLimit(await askJudged(130));
        await setClock(from + 2 * WINDOW_MS);
        const asking = ask(130);
        process.kill(one.pid, 'SIGSTOP');
        await delay(1_000);
        process.kill(one.pid, 'SIGCONT');
        const whileFrozen = await asking;
        expect(passed(whileFrozen)).toBeLessThanOrEqual(LIMIT);
        report('rate limit over two gateways, one of them frozen', 'exact, and none too many', {
          limit: LIMIT,
          passed: `${passed(first)} of 130`,
          one_ms_early: 0,
          while_frozen: `${passed(whileFrozen)} of 130, ${whileFrozen.filter(({ status }) => status === 503).length} unjudged`,
        });
      } finally {
        await whole.database.query('DELETE FROM clock_offset');
      }
    },
    LONG,
  );
};

if (reason) describe.skip(`a frozen gateway, skipped: ${reason}`, () => it('has no broker', () => undefined));
else describe('a frozen gateway', frozenGateway);
