// Webhooks of the whole product: redirects while their clicks go to no webhook, to `link.clicks` and to `link.clicked`, and
// first attempts of 50 webhooks, with and without endpoints that are dead, hang or answer byte by byte: `node -r
// ./test/support/typescript.cjs test/bench/webhooks.ts [rounds=3] [seconds=5] [redirects a second=500] [events a
// second=200]` after `npm run build`. Compare figures of one run; they say little on a machine with other work.
import { cpus, loadavg } from 'node:os';
import { startWaymark } from '../support/waymark';
import { startReceiver } from '../support/webhook-receiver';
import { measureAttempts } from './lib/webhook-attempts';
import { measureRedirects } from './lib/webhook-redirects';

const [rounds, seconds, redirects, events] = [3, 5, 500, 200].map((usual, at) =>
  Number(process.argv[at + 2] ?? usual),
) as [number, number, number, number];

const main = async (): Promise<void> => {
  const product = await startWaymark({
    env: { EGRESS_ALLOW: '127.0.0.1', DEFAULT_PLAN: 'enterprise', SIGNUP: 'open', TRUST_PROXY: 'loopback' },
  });
  const receiver = await startReceiver();
  const load = (): string => loadavg().map((one) => one.toFixed(1))[0] ?? '';
  const before = load();
  try {
    await measureAttempts({ product, receiver, rounds, seconds, rate: events });
    await measureRedirects({ product, receiver, rounds, seconds, rate: redirects });
    console.log(`${cpus().length} × ${cpus()[0]?.model}, node ${process.version}, load ${before} to ${load()}`);
  } finally {
    await receiver.close();
    await product.stop();
  }
};

void main();
