import { randomUUID } from 'node:crypto';
import { type LinkEvent, linkStream } from '@contexts/links';
import { type Gateways, startGateways } from '../support/gateways';
import { patientStore } from '../support/patient';
import { openEventStore } from '../support/postgres-event-store';
import { eventually } from '../support/programs';
import { type Product, api } from '../support/waymark';

interface Link {
  readonly id: string;
  readonly alias: string;
}
interface EventList {
  readonly data: readonly { readonly type: string; readonly resource: { readonly id: string } }[];
}
interface Results {
  readonly data: readonly { readonly status: number; readonly error?: { readonly code: string } }[];
}

let gateways: Gateways;
let product: Product;
beforeAll(async () => {
  gateways = await startGateways(1);
  [product] = gateways.all as [Product];
});
afterAll(() => gateways.close());

const client = () => api(product, gateways.bootstrap.api_key);

/** Appends to a link's stream what its fold throws on. @returns the event's id */
const poison = async (link_id: string): Promise<string> => {
  const opened = openEventStore(gateways.database);
  const stream = linkStream(link_id);
  const last = (await opened.store.read(stream)).at(-1)!;
  const event: LinkEvent = { type: 'LinkUpdated', data: { link_id, changes: null as never } };
  const id = randomUUID();
  const metadata = { ...last.metadata, command_id: randomUUID(), at: new Date().toISOString() };
  await patientStore(opened.store).append(stream, [{ id, event, metadata }], last.revision);
  await opened.close();
  return id;
};

const newLink = async (): Promise<Link> => {
  const patient = api({ ...product, patient: true }, gateways.bootstrap.api_key);
  const { status, body } = await patient.post<Link>('/v1/links', { destination_url: 'https://example.com/' });
  expect(status).toBe(201);
  return body;
};

describe('a link with a stored event that cannot be folded', () => {
  it('answers 503 to commands and questions about its past, logs the event, and can be mended', async () => {
    const [link, other] = [await newLink(), await newLink()];
    const eventId = await poison(link.id);
    const url = `/v1/links/${link.id}`;
    const asked = [
      () => client().patch<object>(url, { title: 'x' }),
      () => client().delete<object>(url),
      () => client().post<object>(`${url}/disable`),
      () => client().post<object>('/v1/links', { destination_url: 'https://example.com/', alias: link.alias }),
      () => client().get<object>(`${url}/history`),
      () => client().get<object>(`${url}?as_of=${new Date().toISOString()}`),
    ];
    for (const ask of asked) {
      const { status, body, headers } = await ask();
      expect([status, body]).toEqual([503, expect.objectContaining({ code: 'unavailable', status: 503 })]);
      expect(headers['retry-after']).toBe('60');
    }
    expect(product.output()).toContain(
      `LinkUpdated ${eventId}, revision 1 of ${linkStream(link.id)}, cannot be folded`,
    );

    const items = [link, other].map(({ id }) => ({ id, title: 'In bulk' }));
    const { body } = await client().patch<Results>('/v1/links/bulk', items);
    expect(body.data.map(({ status, error }) => [status, error?.code])).toEqual([
      [503, 'unavailable'],
      [200, undefined],
    ]);

    await gateways.owner.query(
      `update waymark_events.events set data = jsonb_set(data, '{changes}', '{}') where id = $1`,
      [eventId],
    );
    expect((await client().patch(url, { title: 'Mended' })).status).toBe(200);
  });

  it('is left out of the events of its workspace from there on, and others are listed', async () => {
    const [link, other] = [await newLink(), await newLink()];
    await poison(link.id);
    await client().patch(`/v1/links/${other.id}`, { title: 'Changed' });
    await eventually(async () => {
      const { status, body } = await client().get<EventList>('/v1/events?limit=4');
      expect(status).toBe(200);
      const typesOf = ({ id }: Link) => body.data.filter(({ resource }) => resource.id === id).map(({ type }) => type);
      expect([typesOf(other), typesOf(link)]).toEqual([['link.updated', 'link.created'], ['link.created']]);
    });
  });
});
