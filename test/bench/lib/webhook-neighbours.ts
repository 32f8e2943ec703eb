import { startServer } from '../../support/postgres';
import { eventually } from '../../support/programs';
import { type WebhookReceiver, withStatus } from '../../support/webhook-receiver';
import { median, quantile } from './numbers';
import { FAULTS, endAnswers } from './webhook-faults';
import { Side, WEBHOOKS } from './webhook-side';

const TICK_MS = 5;

/** First attempts in ms after their events, and CPU of the process and of the database in µs an event. */
const FIGURES = { p50: 'ms', p99: 'ms', mean: 'ms', node: 'µs', postgres: 'µs' } as const;
type Figures = Readonly<Record<keyof typeof FIGURES, number>>;

export interface MeasureNeighbours {
  readonly receiver: WebhookReceiver;
  readonly rounds: number;
  readonly seconds: number;
  /** Events a second of both installations together. */
  readonly rate: number;
}

/**
 * Prints by how much one dead, one hanging and one slow-loris endpoint slow the other 47. Two installations get the same
 * events at the same time, on one database server; in each round the three are bad in the other one of them. So whatever
 * else the machine does slows both alike.
 */
export const measureNeighbours = async (options: MeasureNeighbours): Promise<void> => {
  const { receiver, rounds, seconds, rate } = options;
  const server = await startServer();
  process.env['TEST_DATABASE_URL'] = server.url;
  const sides = [await Side.start(receiver, 'a'), await Side.start(receiver, 'b')];
  const measured: { readonly bad: Figures; readonly well: Figures }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const [bad, well] = (round % 2 === 0 ? sides : sides.toReversed()) as [Side, Side];
    for (const side of sides) await side.prepare();
    FAULTS.forEach((answer, n) => receiver.answer(bad.endpoints[n]?.path ?? '', answer));
    const [ofBad, ofWell] = await Promise.all([load(options, bad), load(options, well)]);
    measured.push({ bad: ofBad, well: ofWell });
    FAULTS.forEach((_, n) => receiver.answer(bad.endpoints[n]?.path ?? '', withStatus(204)));
    endAnswers();
  }
  console.log(`neighbours: twice ${rate / 2} events/s over ${WEBHOOKS} webhooks for ${seconds} s, ${rounds} rounds`);
  for (const [name, unit] of Object.entries(FIGURES) as [keyof Figures, string][]) {
    const of = (side: 'bad' | 'well') => `${median(measured.map((one) => one[side][name])).toFixed(0)} ${unit}`;
    const change = 100 * (median(measured.map(({ bad, well }) => bad[name] / well[name])) - 1);
    console.log(`  ${name.padEnd(8)} ${of('well')}, beside three bad ones ${of('bad')}: ${change.toFixed(1)} %`);
  }
  for (const side of sides) await side.stop();
  await server.stop();
};

/** Makes events at the fixed rate. @returns what became of those of endpoints that are well */
const load = async ({ receiver, seconds, rate }: MeasureNeighbours, side: Side): Promise<Figures> => {
  const count = Math.floor((rate / 2) * seconds);
  const [spent, sent, work] = [await side.spent(), new Map<string, number>(), [] as Promise<void>[]];
  const round = performance.now();
  let wanted = 0;
  for (const began = performance.now(); work.length < count; await pause()) {
    const due = Math.min(count, Math.floor(((performance.now() - began) / 1_000) * (rate / 2)));
    for (let n = work.length; n < due; n += 1) {
      const title = `${round} ${n}`;
      sent.set(title, Date.now());
      if (n % WEBHOOKS >= FAULTS.length) wanted += 1;
      work.push(side.edit(n, title));
    }
  }
  await Promise.all(work);
  const paths = side.endpoints.slice(FAULTS.length).map(({ path }) => path);
  const delays = await eventually(() => {
    const found = delaysOf(receiver, paths, sent);
    if (found.length < wanted) throw new Error(`${wanted - found.length} events have not arrived`);
    return found;
  }, 300_000);
  const { node, postgres } = await side.spent();
  return {
    p50: quantile(delays, 0.5),
    p99: quantile(delays, 0.99),
    mean: delays.reduce((sum, delay) => sum + delay, 0) / delays.length,
    node: (node - spent.node) / count,
    postgres: (postgres - spent.postgres) / count,
  };
};

const pause = () => new Promise((resolve) => setTimeout(resolve, TICK_MS));

/** Milliseconds from each event to its first arrival. */
const delaysOf = (receiver: WebhookReceiver, paths: readonly string[], sent: ReadonlyMap<string, number>): number[] => {
  const first = new Map<string, number>();
  for (const path of paths)
    for (const { body, at } of receiver.at(path)) {
      const { title } = (JSON.parse(body) as { data: { title: string } }).data;
      const began = sent.get(title);
      if (began !== undefined && !first.has(title)) first.set(title, at - began);
    }
  return [...first.values()];
};
