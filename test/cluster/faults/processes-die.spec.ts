import { readFileSync } from 'node:fs';
import type { AppName, AppProcess } from '../../support/cluster';
import { skipReason } from '../../support/kafka-broker';
import { endPrograms, eventually } from '../../support/programs';
import { atScale } from '../../support/scale';
import { send } from '../../support/waymark';
import { type WebhookReceiver, startReceiver } from '../../support/webhook-receiver';
import { type WholeCluster, startWholeCluster } from '../../support/whole-cluster';
import { expectEveryClick, expectEveryWrite, expectFolds, report } from './checks';
import { History, summaryOf } from './history';
import { type LinkWebhook, expectEveryDelivery, subscribeToLinks } from './webhooks';

const reason = skipReason();
const LONG = 1_200_000;
/** The guarantee is 10 s; a process that does not drain never ends. */
const DRAINED_WITHIN_MS = 120_000;
/** Each waits for its answers; the full scale is some 200 writes a second. */
const WRITERS = atScale(2, 40);
/** In the order of an upgrade (docs/operations.md). */
const APPS: readonly AppName[] = [
  'projector',
  'scheduler',
  'keys',
  'links',
  'relay',
  'webhooks',
  'clicks',
  'gateway',
  'redirector',
];
/** The built tree of an earlier version, which the cluster begins with; then restarts in turn are its upgrade. */
const FORMER = process.env['FORMER_VERSION'];

const processesDie = (): void => {
  let whole: WholeCluster;
  let history: History;
  let receiver: WebhookReceiver;
  let webhook: LinkWebhook;

  beforeAll(async () => {
    whole = await startWholeCluster({
      count: { gateway: 2, keys: 2, links: 2, projector: 2, relay: 1, webhooks: 2, clicks: 2, redirector: 2 },
      env: { REDIRECT_WORKERS: '1', SHUTDOWN_DELAY: '2' },
      ...(FORMER && { former: FORMER }),
    });
    receiver = await startReceiver();
    webhook = await subscribeToLinks(whole, receiver);
  }, LONG);
  // A failing test leaves its load neither to the next one nor to a cluster that has gone.
  afterEach(() => history?.abandon());
  afterAll(async () => {
    await whole?.stop();
    await receiver?.close();
    await endPrograms();
  });

  /** The latest process of each instance of an app. */
  const running = (app: AppName): AppProcess[] => [
    ...new Map(whole.cluster.of(app).map((one) => [one.port, one])).values(),
  ];

  const begin = async (name: string): Promise<void> => {
    history = new History(whole.proxy, whole.cluster.bootstrap.api_key, name);
    await history.prepare(2);
    history.start(WRITERS);
    await progress();
  };

  /** Waits until that many more of each kind of request succeed. */
  const progress = (count = 5): Promise<void> => {
    const from = performance.now();
    return eventually(() => {
      for (const kind of ['create', 'edit', 'read', 'redirect'] as const) {
        const good = history.between(from, Infinity, kind).filter(({ status }) => status > 0 && status < 400);
        if (good.length < count)
          throw new Error(`too few of ${kind} are answered well: ${summaryOf(history.between(from, Infinity))}`);
      }
    });
  };

  const end = async (): Promise<Readonly<Record<'writes' | 'clicks' | 'deliveries' | 'folded', number>>> => {
    await history.stop();
    await expectEveryWrite(whole, history);
    const clicks = await expectEveryClick(whole, history);
    const deliveries = await expectEveryDelivery(webhook, history);
    return { writes: history.written.length, clicks, deliveries, folded: await expectFolds(whole) };
  };

  it(
    'promise 17: every process is restarted in turn, and no request fails',
    async () => {
      await begin('rolling');
      const from = performance.now();
      const drained: number[] = [];
      for (const app of APPS) {
        for (const one of running(app)) {
          const asked = performance.now();
          const exit = await one.kill('SIGTERM');
          drained.push(performance.now() - asked);
          expect({ app, exit }).toEqual({ app, exit: { code: 0, signal: null } });
          await whole.cluster.start(app, { again: one });
          await progress();
        }
      }
      const seen = history.between(from, Infinity);
      expect(summaryOf(seen.filter(({ status }) => status === 0 || status >= 400))).toBe('');
      expect(Math.max(...drained)).toBeLessThan(DRAINED_WITHIN_MS);
      report(`rolling ${FORMER ? 'upgrade' : 'restart'} of every app`, 'no request failed', {
        processes: drained.length,
        requests: seen.length,
        slowest_request_ms: Math.round(Math.max(...seen.map(({ ms }) => ms))),
        slowest_drain_ms: Math.round(Math.max(...drained)),
        ...(await end()),
      });
    },
    LONG,
  );

  it.each(APPS)(
    'promises 1, 2, 4, 9 and 10: %s is killed with -9 under load, and nothing acknowledged is lost, doubled or wrong',
    async (app) => {
      await begin(`killed-${app}`);
      const from = performance.now();
      const [victim] = running(app);
      if (!victim) throw new Error(`no ${app} runs`);
      await victim.kill('SIGKILL');
      await progress();
      const back = await whole.cluster.start(app, { again: victim });
      await progress();
      const seen = history.between(from, Infinity);
      const refused = seen.filter(({ status }) => status === 0 || status >= 400);
      // The proxy's own 502 is a broken connection; 409 is a dead gateway's request whose lease has not expired.
      expect(summaryOf(refused.filter(({ status }) => ![0, 409, 502, 503].includes(status)))).toBe('');
      report(`kill -9 of a ${app}`, 'every acknowledged write and click is there, once', {
        requests: seen.length,
        refused_then_repeated: summaryOf(refused) || 'none',
        ready_again_ms: Math.round(back.readyAfter),
        ...(await end()),
      });
    },
    LONG,
  );

  it(
    'promise 9: a redirect worker is killed with -9 under load, and no click is lost or doubled',
    async () => {
      await begin('killed-worker');
      const from = performance.now();
      const [redirector] = running('redirector');
      if (!redirector) throw new Error('no redirector runs');
      const { pid, status } = redirector;
      const [worker] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
      process.kill(worker ?? 0, 'SIGKILL');
      await progress(20);
      await eventually(async () =>
        expect((await send(status, 'GET', '/metrics')).text).toMatch(/^redirector_workers_died_total 1$/m),
      );
      const seen = history.between(from, Infinity, 'redirect');
      report('kill -9 of a redirect worker', 'every acknowledged click is there, once', {
        redirects: seen.length,
        failed: summaryOf(seen.filter(({ status }) => status !== 302)) || 'none',
        ...(await end()),
      });
    },
    LONG,
  );
};

if (reason) describe.skip(`processes die, skipped: ${reason}`, () => it('has no broker', () => undefined));
else describe('processes die', processesDie);
