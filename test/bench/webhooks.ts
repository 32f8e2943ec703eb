// First attempts of 50 webhooks beside endpoints that are dead, hang or answer byte by byte, compared with what they take
// at the same moment without such endpoints; the same of the whole product, one after the other; and its redirects while
// their clicks go to no webhook, to `link.clicks` and to `link.clicked`: `node -r ./test/support/typescript.cjs
// test/bench/webhooks.ts [rounds=4] [seconds=12] [redirects a second=500] [events a second=200]` after `npm run build`.
// Compare figures of one run; they say little on a machine with other work, and the ratios of the first part after several
// rounds only.
import { cpus, loadavg } from 'node:os';
import { startWaymark } from '../support/waymark';
import { startReceiver } from '../support/webhook-receiver';
import { measureAttempts } from './lib/webhook-attempts';
import { measureNeighbours } from './lib/webhook-neighbours';
import { measureRedirects } from './lib/webhook-redirects';

const [rounds, seconds, redirects, events] = [4, 12, 500, 200].map((usual, at) =>
  Number(process.argv[at + 2] ?? usual),
) as [number, number, number, number];

const main = async (): Promise<void> => {
  const receiver = await startReceiver();
  await measureNeighbours({ receiver, rounds, seconds, rate: events });
  const product = await startWaymark({
    env: { EGRESS_ALLOW: '127.0.0.1', DEFAULT_PLAN: 'enterprise', SIGNUP: 'open', TRUST_PROXY: 'loopback' },
  });
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
