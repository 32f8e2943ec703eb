import { rmSync } from 'node:fs';
import { Webhook } from 'standardwebhooks';
import { type OwnStore, startOwnStore } from '../support/own-event-store';
import { eventually } from '../support/programs';
import { atScale } from '../support/scale';
import { type Address, type Product, api, startWaymark } from '../support/waymark';
import { type Received, type WebhookReceiver, startReceiver, withStatus } from '../support/webhook-receiver';
import { killHard, loaderOf, postgresOf, processesOf, webhooksOf } from './processes';

/** Kills of each kind; the full scale is `PROMISES=full`. */
const ROUNDS = atScale(1, 20);
/**
 * Edits that are sent in a second, and for how many seconds at least before and after each kill. A machine that cannot
 * answer as many has so many under way.
 */
const RATE = atScale(50, 200);
const SECONDS = 1;
const LINKS = 20;
const TICK_MS = 50;
/** A machine that cannot keep up gets no more at once. */
const MOST_UNDER_WAY = 50;

/** What is killed, and whether the product has to be started again. */
const VICTIMS = {
  'the node process': { victims: ({ pid }: Product) => [pid], restart: true },
  'the whole tree': { victims: ({ dataDir }: Product) => processesOf(dataDir), restart: true },
  'the process of webhooks': { victims: ({ pid }: Product) => [webhooksOf(pid)], restart: false },
  Postgres: { victims: ({ pid }: Product) => [postgresOf(pid)], restart: false },
  'the click loader': { victims: ({ pid }: Product) => [loaderOf(pid)], restart: false },
};

let store: OwnStore;
let product: Product;
let receiver: WebhookReceiver;
let secret: string;
let links: readonly string[];
let edits: Edits | undefined;

/** The ids under which each title has come, by the title. */
const arrived = new Map<string, Set<string>>();
/** The body that has come under each id. */
const bodies = new Map<string, string>();
/** Deliveries that are not genuine, or have other bytes than those before under the same id. */
const wrong: string[] = [];

/** Judged as it comes: a signature is too old after five minutes. */
const judge = ({ headers, body }: Received): void => {
  try {
    const event = new Webhook(secret).verify(body, headers as Record<string, string>) as {
      readonly id: string;
      readonly data: { readonly title: string };
    };
    if (headers['webhook-id'] !== event.id || (bodies.get(event.id) ?? body) !== body) throw new Error('other bytes');
    bodies.set(event.id, body);
    arrived.set(event.data.title, (arrived.get(event.data.title) ?? new Set()).add(event.id));
  } catch (error) {
    wrong.push(`${String(error)}: ${body}`);
  }
};

beforeAll(async () => {
  store = await startOwnStore();
  receiver = await startReceiver();
  // The first attempt of one in ten fails, so that there are retries to be lost, too.
  receiver.answer('/killed', (response, one) => {
    const isRefused = !bodies.has(String(one.headers['webhook-id'])) && bodies.size % 10 === 0;
    judge(one);
    withStatus(isRefused ? 500 : 204)(response, one);
  });
  product = await startWaymark({
    env: { EGRESS_ALLOW: '127.0.0.1', DEFAULT_PLAN: 'enterprise', BOOTSTRAP_PLAN: 'enterprise', ...store.env },
    patient: true,
  });
  const client = api(product, product.bootstrap.api_key);
  const webhook = { url: receiver.url('/killed'), events: ['link.updated'] };
  ({ secret } = (await client.post<{ secret: string }>('/v1/webhooks', webhook)).body);
  const made = Array.from({ length: LINKS }, () =>
    client.post<{ id: string }>('/v1/links', { destination_url: 'https://example.com/' }),
  );
  links = (await Promise.all(made)).map(({ body }) => body.id);
});
// A case that failed must not go on beside the next one.
afterEach(() => edits?.stop());
afterAll(async () => {
  await product.stop();
  await receiver.close();
  await eventually(() => expect(processesOf(product.dataDir)).toEqual([]));
  rmSync(product.dataDir, { recursive: true, force: true });
  await store.stop();
});

/** Edits links at a fixed rate through every fault, and remembers those that were acknowledged, by their titles. */
class Edits {
  readonly acknowledged: string[] = [];
  private readonly sent = new Set<Promise<void>>();
  private readonly timer: NodeJS.Timeout;
  private serial = 0;

  constructor(
    private readonly address: Address,
    private readonly key: string,
    private readonly name: string,
  ) {
    this.timer = setInterval(() => {
      for (let n = 0; n < (RATE * TICK_MS) / 1_000 && this.sent.size < MOST_UNDER_WAY; n += 1) {
        const one = this.edit().finally(() => this.sent.delete(one));
        this.sent.add(one);
      }
    }, TICK_MS);
  }

  /** Until so many more were acknowledged. */
  async goOn(more: number): Promise<void> {
    const enough = this.acknowledged.length + more;
    await eventually(() => expect(this.acknowledged.length).toBeGreaterThanOrEqual(enough), 300_000);
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await Promise.all(this.sent);
  }

  private async edit(): Promise<void> {
    const serial = (this.serial += 1);
    const title = `${this.name} ${serial}`;
    const path = `/v1/links/${links[serial % LINKS]}`;
    const answer = await api({ ...this.address, patient: false }, this.key)
      .patch(path, { title })
      .catch(() => undefined);
    if (answer?.status === 200) this.acknowledged.push(title);
  }
}

describe(`under ${RATE} edits a second`, () => {
  const cases = Object.entries(VICTIMS).flatMap(([name, how]) =>
    Array.from({ length: ROUNDS }, (_, round) => [name, round, how] as const),
  );

  it.each(cases)(
    'a kill -9 of %s (%i) loses no webhook of an acknowledged edit, and each has one id',
    async (name, round, { victims, restart }) => {
      edits = new Edits(product, product.bootstrap.api_key, `${name} ${round}`);
      await edits.goOn(RATE * SECONDS);
      killHard(victims(product));
      if (restart) {
        await product.kill('SIGKILL');
        const { dataDir, port, bootstrap } = product;
        const env = { EGRESS_ALLOW: '127.0.0.1', ...store.env };
        product = { ...(await startWaymark({ dataDir, port, env })), bootstrap };
      }
      await edits.goOn(RATE * SECONDS);
      await edits.stop();
      const { acknowledged } = edits;
      const missing = () => acknowledged.filter((title) => arrived.get(title)?.size !== 1);
      await eventually(() => expect(missing().slice(0, 5)).toEqual([]), 300_000);
      expect(wrong).toEqual([]);
    },
  );
});
