import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '../../support/programs';
import { type Product, api } from '../../support/waymark';
import type { WebhookReceiver } from '../../support/webhook-receiver';
import { median } from './numbers';

const KINDS = ['nobody', 'link.clicks', 'link.clicked'] as const;

interface Load {
  readonly answered: number;
  readonly wrong: number;
  readonly p50: number;
  readonly p99: number;
}

export interface MeasureRedirects {
  readonly product: Product;
  readonly receiver: WebhookReceiver;
  readonly rounds: number;
  /** Of each run. */
  readonly seconds: number;
  /** Redirects a second. */
  readonly rate: number;
}

/**
 * Prints how fast redirects are while their clicks go to no webhook, to `link.clicks` and to `link.clicked`, in turn, and
 * how long the webhook then takes for what waits.
 */
export const measureRedirects = async (options: MeasureRedirects): Promise<void> => {
  const { product, receiver, rounds, seconds, rate } = options;
  const caller = api(product, product.bootstrap.api_key);
  await caller.post('/v1/links', { alias: 'c0', destination_url: 'https://example.com/some/destination' });
  const ids = new Map<string, string>();
  for (const kind of KINDS.slice(1)) {
    const body = { url: receiver.url(`/${kind}`), events: [kind], active: false };
    ids.set(kind, (await caller.post<{ id: string }>('/v1/webhooks', body)).body.id);
  }
  const received = (kind: string): number =>
    receiver
      .events(`/${kind}`)
      .reduce((sum, { data }) => sum + ('clicks' in data ? (data.clicks as unknown[]).length : 1), 0);
  const activate = async (kind: string, active: boolean): Promise<void> => {
    const id = ids.get(kind);
    if (id) await caller.patch(`/v1/webhooks/${id}`, { active });
  };

  await load(options);
  const runs = new Map<string, (Load & { readonly waited: number })[]>(KINDS.map((kind) => [kind, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const kind of KINDS) {
      await activate(kind, true);
      const before = received(kind);
      const measured = await load(options);
      if (measured.wrong > 0) throw new Error(`${measured.wrong} answers were not redirects`);
      const ended = performance.now();
      if (ids.has(kind)) await eventually(() => assertAtLeast(received(kind) - before, measured.answered), 300_000);
      runs.get(kind)?.push({ ...measured, waited: ids.has(kind) ? (performance.now() - ended) / 1_000 : 0 });
      await activate(kind, false);
    }
  console.log(`redirects: ${rate}/s for ${seconds} s, medians of ${rounds} interleaved runs`);
  for (const [kind, measured] of runs) {
    const of = (field: 'p50' | 'p99' | 'waited') => median(measured.map((one) => one[field])).toFixed(2);
    console.log(`  ${kind.padEnd(14)} p50 ${of('p50')} ms, p99 ${of('p99')} ms; all delivered ${of('waited')} s later`);
  }
};

const load = async ({ product: { port }, seconds, rate }: MeasureRedirects): Promise<Load> => {
  const options = { port, host: `localhost:${port}`, codes: 1, seconds, rate };
  const { stdout } = await promisify(execFile)(process.execPath, [
    join(__dirname, 'load.mjs'),
    JSON.stringify(options),
  ]);
  return JSON.parse(stdout) as Load;
};

const assertAtLeast = (found: number, wanted: number): void => {
  if (found < wanted) throw new Error(`${wanted - found} clicks are not delivered`);
};
