import { Webhook } from 'standardwebhooks';
import { eventually } from '../../support/programs';
import { api } from '../../support/waymark';
import { type WebhookReceiver, withStatus } from '../../support/webhook-receiver';
import type { WholeCluster } from '../../support/whole-cluster';
import type { History } from './history';

const PATH = '/webhook';

/** The endpoint of a webhook of the whole cluster's first workspace, that gets what happens to its links. */
export interface LinkWebhook {
  readonly receiver: WebhookReceiver;
  /** Deliveries whose signature was not right as they came. */
  readonly unsigned: readonly string[];
}

export const subscribeToLinks = async (
  { proxy, cluster }: WholeCluster,
  receiver: WebhookReceiver,
): Promise<LinkWebhook> => {
  const { status, body } = await api(proxy, cluster.bootstrap.api_key).post<{ secret: string }>('/v1/webhooks', {
    url: receiver.url(PATH),
    events: ['link.created', 'link.updated'],
  });
  expect(status).toBe(201);
  const [verifier, unsigned] = [new Webhook(body.secret), [] as string[]];
  receiver.answer(PATH, (response, one) => {
    // As it arrives: a signature is too old after five minutes.
    try {
      verifier.verify(one.body, one.headers as Record<string, string>);
    } catch (error) {
      unsigned.push(`${String(error)}: ${one.body}`);
    }
    withStatus(204)(response, one);
  });
  return { receiver, unsigned };
};

interface LinkBody {
  readonly id: string;
  readonly type: string;
  readonly data: { readonly id: string };
}

/**
 * Promise 10: each acknowledged write is delivered at least once, always under one id and with the same bytes.
 * @returns the number of deliveries
 */
export const expectEveryDelivery = async (
  { receiver, unsigned }: LinkWebhook,
  { written }: Pick<History, 'written'>,
): Promise<number> => {
  const expected = written.map(({ id, edits }) => [id, 'link.created', ...Array<string>(edits).fill('link.updated')]);
  return eventually(() => {
    const bodies = new Map<string, string>();
    const got = new Map(written.map(({ id }) => [id, [] as string[]]));
    let deliveries = 0;
    for (const { headers, body } of receiver.at(PATH)) {
      const { id, type, data } = JSON.parse(body) as LinkBody;
      const types = got.get(data.id);
      if (!types) continue;
      deliveries += 1;
      expect(headers['webhook-id']).toBe(id);
      expect(bodies.get(id) ?? body).toBe(body);
      if (!bodies.has(id)) types.push(type);
      bodies.set(id, body);
    }
    expect([...got].map(([id, types]) => [id, ...types.toSorted()])).toEqual(expected);
    expect(unsigned).toEqual([]);
    return deliveries;
  }, 180_000);
};
