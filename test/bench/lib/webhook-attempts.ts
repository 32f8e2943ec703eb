import { eventually } from '../../support/programs';
import { type Client, type Product, api, register } from '../../support/waymark';
import { type WebhookReceiver, withStatus } from '../../support/webhook-receiver';
import { median, quantile } from './numbers';
import { FAULTS, endAnswers } from './webhook-faults';

const WEBHOOKS = 50;
const TICK_MS = 50;

interface Endpoint {
  readonly client: Client;
  readonly path: string;
  link: string;
}

export interface MeasureAttempts {
  readonly product: Product;
  readonly receiver: WebhookReceiver;
  readonly rounds: number;
  readonly seconds: number;
  /** Events a second over all webhooks. */
  readonly rate: number;
}

/**
 * Prints how long first attempts take after their events, of 50 webhooks in workspaces of their own: while all endpoints
 * are well, and while one answers 500, one hangs and one sends its answer byte by byte, in turn. The three are left out of
 * both figures. Which of two runs comes first weighs more than the three do: `measureNeighbours` compares.
 */
export const measureAttempts = async (options: MeasureAttempts): Promise<void> => {
  const { receiver, rounds, seconds, rate } = options;
  const endpoints: Endpoint[] = [];
  for (let n = 0; n < WEBHOOKS; n += 1) endpoints.push(await newEndpoint(options, `/attempts/${n}`));
  const well = endpoints.slice(FAULTS.length);
  const runs = { 'all well': [] as number[][], 'dead, hanging, slow-loris': [] as number[][] };
  await edit(options, endpoints, 'warm-up', 1);
  for (let round = 0; round < rounds; round += 1)
    for (const [name, measured] of round % 2 === 0 ? Object.entries(runs) : Object.entries(runs).toReversed()) {
      // An event costs the more, the older its stream is.
      for (const endpoint of endpoints) endpoint.link = await newLink(endpoint.client);
      const isFaulty = name !== 'all well';
      FAULTS.forEach((answer, n) => receiver.answer(endpoints[n]?.path ?? '', isFaulty ? answer : withStatus(204)));
      const run = `${name} ${round}`;
      const acknowledged = await edit(options, endpoints, run, seconds);
      const wanted = well.flatMap(({ path }) => acknowledged.get(path) ?? []);
      await eventually(() => {
        const missing = wanted.length - delaysOf(receiver, well, run).length;
        if (missing > 0) throw new Error(`${missing} events have not arrived`);
      }, 300_000);
      measured.push(delaysOf(receiver, well, run));
      endAnswers();
    }
  console.log(
    `first attempts: ${rate} events/s over ${WEBHOOKS} webhooks for ${seconds} s, medians of ${rounds} interleaved runs`,
  );
  for (const [name, measured] of Object.entries(runs)) {
    const of = (share: number): string => median(measured.map((delays) => quantile(delays, share))).toFixed(0);
    const count = measured.flat().length;
    console.log(`  ${name.padEnd(26)} p50 ${of(0.5)} ms, p99 ${of(0.99)} ms after the event (${count} attempts)`);
  }
};

const newEndpoint = async ({ product, receiver }: MeasureAttempts, path: string): Promise<Endpoint> => {
  const client = api(product, (await register(product)).access_token);
  const webhook = await client.post('/v1/webhooks', { url: receiver.url(path), events: ['link.updated'] });
  if (webhook.status !== 201) throw new Error(`creating a webhook answered ${webhook.status}: ${webhook.text}`);
  return { client, path, link: await newLink(client) };
};

const newLink = async (client: Client): Promise<string> =>
  (await client.post<{ id: string }>('/v1/links', { destination_url: 'https://example.com/' })).body.id;

/** Edits the links at the fixed rate. @returns the titles that were acknowledged, by the path of their endpoint */
const edit = async (
  { rate }: MeasureAttempts,
  endpoints: readonly Endpoint[],
  run: string,
  seconds: number,
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const acknowledged = new Map<string, string[]>(endpoints.map(({ path }) => [path, []]));
  const sent: Promise<void>[] = [];
  const one = async (serial: number): Promise<void> => {
    const { client, path, link } = endpoints[serial % endpoints.length] as Endpoint;
    const title = `${run} ${serial}`;
    const { status } = await client.patch(`/v1/links/${link}`, { title });
    if (status === 200) acknowledged.get(path)?.push(title);
  };
  const began = performance.now();
  for (let serial = 0; serial < rate * seconds;) {
    const due = Math.min(rate * seconds, Math.floor(((performance.now() - began) / 1_000) * rate));
    for (; serial < due; serial += 1) sent.push(one(serial));
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  }
  await Promise.all(sent);
  return acknowledged;
};

/** Milliseconds from each event of a run to its first arrival; the clock is that of this machine. */
const delaysOf = (receiver: WebhookReceiver, endpoints: readonly Endpoint[], run: string): number[] => {
  const first = new Map<string, number>();
  for (const { path } of endpoints)
    for (const { body, at } of receiver.at(path)) {
      const event = JSON.parse(body) as { id: string; created_at: string; data: { title: string | null } };
      if (event.data.title?.startsWith(`${run} `) && !first.has(event.id))
        first.set(event.id, at - Date.parse(event.created_at));
    }
  return [...first.values()];
};
