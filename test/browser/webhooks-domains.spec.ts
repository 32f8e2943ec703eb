import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type NameServer, publishIn, startNameServer } from '../support/name-server';
import { eventually } from '../support/programs';
import { api } from '../support/waymark';
import { startReceiver, type WebhookReceiver, withStatus } from '../support/webhook-receiver';
import { inBrowser } from './support/walk';

/** A toast is a dialog by its role, too. */
const DIALOG = '[role=dialog]:not([data-toast])';

let names: NameServer;
let receiver: WebhookReceiver;

const start = async () => {
  [names, receiver] = await Promise.all([startNameServer(), startReceiver()]);
  return { EGRESS_ALLOW: '127.0.0.1', DNS_SERVERS: names.address, BOOTSTRAP_PLAN: 'enterprise' };
};

/** The receivers of the guide by what they are called there. */
const receiversOfGuide = (): readonly (readonly [label: string, text: string])[] => {
  const guide = readFileSync(join(__dirname, '../../docs/guides/webhooks.md'), 'utf8');
  const found = guide.matchAll(/```\w+ \[(TypeScript|Python|Go|PHP)\] background\n(.*?)\n```/gs);
  return [...found].map(([, label = '', text = '']) => [label, text] as const);
};

inBrowser(
  'webhooks and domains in the dashboard',
  (walk) => {
    afterAll(async () => {
      await Promise.all([names?.close(), receiver?.close()]);
    });
    let webhook: string;
    let domain: string;
    const client = () => api(walk.product, walk.product.bootstrap.api_key);
    const button = (name: string | RegExp) => walk.page.getByRole('button', { name, exact: true });
    const act = async (name: string) => {
      await button('More actions').click();
      await walk.page.getByRole('menuitem', { name }).click();
    };
    /** A delivery is on its way for a moment: somebody looks again. */
    const untilShown = (text: string) =>
      eventually(async () => {
        await button('Refresh').last().click();
        expect(await walk.page.getByText(text).count()).toBeGreaterThan(0);
      });
    const idInPath = () => new URL(walk.page.url()).pathname.split('/')[4] ?? '';

    it('has no webhooks at first, and says how to make one', async () => {
      await walk.signIn();
      await walk.page.keyboard.press('g');
      await walk.page.keyboard.press('w');
      await walk.heading('Webhooks').waitFor();
      await walk.page.getByText('No webhooks yet').waitFor();
      await walk.page.getByText(/"events": \["link\.\*"\]/).waitFor();
    });

    it('makes one, after what the API refuses, and shows its secret once', async () => {
      await walk.page.getByRole('link', { name: 'Create webhook' }).first().click();
      await walk.page.getByLabel('Endpoint').fill('http://10.0.0.1/');
      await walk.page.getByLabel('Note').fill('Warehouse');
      await button('Create webhook').click();
      walk.failures += 1;
      await walk.page.getByRole('alert').first().waitFor();
      expect(await walk.page.getByLabel('Note').inputValue()).toBe('Warehouse');

      await walk.page.getByLabel('Endpoint').fill(receiver.url('/first'));
      await walk.page.getByLabel('All events of domains').check();
      await walk.page.getByText('15 of 39 kinds of events').waitFor();
      await button('Create webhook').click();
      const secret = walk.page.locator('#webhook-secret');
      await secret.waitFor();
      expect(await secret.textContent()).toMatch(/^whsec_/);
      await button('Copy secret').click();
      await button('Done').click();
      await walk.heading('Warehouse').waitFor();
      webhook = idInPath();
      const { body } = await client().get<{ events: string[] }>(`/v1/webhooks/${webhook}`);
      expect(body.events).toEqual(['link.*', 'domain.*']);
    });

    it('sends a ping, which arrives signed, and tells what came of it', async () => {
      receiver.answer('/first', (response) => response.writeHead(200).end('{"taken":"ping"}'));
      await button('Send ping').click();
      await eventually(() => expect(receiver.at('/first')).toHaveLength(1));
      expect(receiver.at('/first')[0]?.headers['webhook-signature']).toMatch(/^v1,/);
      await untilShown('Answer 200');
      await walk.page.getByText('"taken": "ping"').waitFor();
      await walk.page.getByText('"type": "ping"').waitFor();
      await button('Close').click();
      await walk.page.getByRole('listitem').getByRole('button', { name: 'Delivered: ping' }).waitFor();
    });

    it('shows a failed delivery with its attempts, and retries it by the keyboard alone', async () => {
      receiver.answer('/first', withStatus(500));
      await client().post('/v1/links', { destination_url: 'https://example.com/hooked' });
      await eventually(() => expect(receiver.at('/first').length).toBeGreaterThan(1));
      const row = walk.page.getByRole('button', { name: 'Pending: link.created' });
      await eventually(async () => {
        await button('Refresh').click();
        expect(await row.count()).toBe(1);
      });
      await row.press('Enter');
      await untilShown('Answer 500');
      await walk.page.getByText(/^Attempt \d+ is due/).waitFor();
      const before = receiver.at('/first').length;
      receiver.answer('/first', withStatus(204));
      await button('Retry now').press('Enter');
      await eventually(() => expect(receiver.at('/first').length).toBeGreaterThan(before));
      await untilShown('Answer 204');
      await walk.page.keyboard.press('Escape');
      await walk.page.locator(DIALOG).waitFor({ state: 'hidden' });
    });

    it('shows deliveries by status, a page at a time', async () => {
      const { body } = await client().get<{ data: { id: string; status: string }[] }>(
        `/v1/webhooks/${webhook}/deliveries?status=failed`,
      );
      expect(body.data).toEqual([]);
      await button('Failed').click();
      await walk.page.getByText('No delivery is like this').waitFor();
      expect(walk.page.url()).toContain('status=failed');
      await button('Show all').click();
      await Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          client().post('/v1/links', { destination_url: `https://example.com/${index}` }),
        ),
      );
      await eventually(async () => {
        const { body: log } = await client().get(`/v1/webhooks/${webhook}/deliveries?status=delivered`);
        expect(log).toMatchObject({ meta: { total: 32 } });
      });
      await button('Refresh').click();
      const rows = walk.page.getByRole('button', { name: /^(Delivered|Pending): / });
      await eventually(async () => expect(await rows.count()).toBe(25));
      await button('Show older').click();
      await eventually(async () => expect(await rows.count()).toBe(32));
    });

    it('replays a window and says how much that was', async () => {
      await walk.page.getByRole('heading', { name: 'Warehouse', level: 1 }).waitFor();
      await walk.page.keyboard.press('p');
      await walk.page.getByLabel('From', { exact: true }).waitFor();
      await walk.page.getByLabel('Events', { exact: true }).selectOption('link.created');
      const before = receiver.at('/first').length;
      await button('Replay').click();
      await walk.page.getByText('31 events queued').first().waitFor();
      await button('Show deliveries').click();
      await eventually(() => expect(receiver.at('/first').length).toBe(before + 31));
    });

    it('pauses, which can be taken back, and changes what it is told', async () => {
      await act('Pause');
      await walk.page.getByText('This webhook is paused').waitFor();
      await button('Resume').click();
      await walk.page.getByText('This webhook is paused').waitFor({ state: 'hidden' });
      await walk.page.keyboard.press('e');
      await walk.heading('Edit Warehouse').waitFor();
      await walk.page.getByLabel('Each click').check();
      await walk.page.locator('summary').filter({ hasText: 'Filters' }).click();
      await walk.page.getByLabel('Tags').fill('summer');
      await walk.page.getByLabel('Tags').press('Enter');
      await button('Save').click();
      await walk.page.getByText('Only tags').waitFor();
      const { body } = await client().get<object>(`/v1/webhooks/${webhook}`);
      expect(body).toMatchObject({ events: ['link.*', 'domain.*', 'link.clicked'], filters: { tags: ['summer'] } });
    });

    it('merges field by field what somebody else has changed meanwhile', async () => {
      await walk.page.keyboard.press('e');
      await walk.page.getByLabel('Note').fill('Lake');
      await client().patch(`/v1/webhooks/${webhook}`, { events: ['link.*'] });
      await button('Save').click();
      walk.failures += 1;
      await walk.page.getByText('Of theirs stays: Events.').waitFor();
      await button('Save together').click();
      await walk.heading('Lake').waitFor();
      const { body } = await client().get<object>(`/v1/webhooks/${webhook}`);
      expect(body).toMatchObject({ events: ['link.*'], description: 'Lake' });
    });

    it('rotates the secret, with a grace that counts down', async () => {
      await act('Rotate secret');
      await button('Rotate secret').click();
      await walk.page.locator('#webhook-secret').waitFor();
      await button('Copy secret').click();
      await button('Done').click();
      await walk.page.getByText(/the former for 23:\d\d:\d\d/).waitFor();
      await walk.page.getByRole('tab', { name: 'History' }).click();
      await walk.page.getByText('Secret rotated').waitFor();
    });

    it('has the receivers of the guide', async () => {
      await walk.page.getByRole('tab', { name: 'Verify' }).click();
      const guide = receiversOfGuide();
      expect(guide.map(([label]) => label)).toEqual(['TypeScript', 'Python', 'Go', 'PHP']);
      for (const [label, text] of guide) {
        await walk.page.getByRole('tab', { name: label }).click();
        const shown = walk.page.getByRole('region', { name: `A receiver in ${label}` });
        await shown.waitFor();
        expect(await shown.textContent()).toBe(text);
      }
      await walk.page.getByRole('tab', { name: 'Deliveries' }).click();
    });

    it('says why Waymark has disabled one, enables it, and deletes it once its host is typed', async () => {
      receiver.answer('/gone', withStatus(410));
      const { body } = await client().post<{ id: string }>('/v1/webhooks', {
        url: receiver.url('/gone'),
        events: ['link.*'],
      });
      await client().post(`/v1/webhooks/${body.id}/test`);
      await eventually(async () =>
        expect((await client().get(`/v1/webhooks/${body.id}`)).body).toMatchObject({ disabled_reason: 'gone' }),
      );
      await walk.go(`webhooks/${body.id}`);
      await walk.page.getByText(/410 Gone/).waitFor();
      await button('Enable').click();
      await walk.page.getByText(/410 Gone/).waitFor({ state: 'hidden' });
      await act('Delete');
      await walk.page.getByLabel(/^Type /).fill(new URL(receiver.url('')).host);
      await button('Delete webhook').click();
      await walk.heading('Webhooks').waitFor();
      expect((await client().get(`/v1/webhooks/${body.id}`)).status).toBe(404);
    });

    it('adds a domain by the keyboard, and shows what to publish', async () => {
      await walk.page.getByRole('dialog', { name: /^Delete/ }).waitFor({ state: 'hidden' });
      await walk.page.keyboard.press('g');
      await walk.page.keyboard.press('d');
      await walk.page.getByText('No domains yet').waitFor();
      await walk.page.keyboard.press('n');
      await walk.page.getByLabel('Host name').fill('not a host');
      await walk.page.keyboard.press('Enter');
      walk.failures += 1;
      await walk.page.locator('[aria-invalid=true]').waitFor();
      await walk.page.getByLabel('Host name').fill('go.brand.example');
      await walk.page.keyboard.press('Enter');
      await walk.heading('go.brand.example').waitFor();
      domain = idInPath();
      await walk.page.getByText('_waymark.go.brand.example').waitFor();
      await walk.page.getByText('Not looked for yet.').waitFor();
    });

    it('verifies it once its record is there, and makes it primary', async () => {
      await button('Verify now').click();
      await walk.page.getByText('No record with this value').waitFor();
      const { body } = await client().get<{ dns_records: { name: string; value: string }[] }>(`/v1/domains/${domain}`);
      const [{ name, value } = { name: '', value: '' }] = body.dns_records;
      publishIn(names.zone, name, { txt: [value] });
      await button('Verify now').click();
      await walk.page.getByText('The same value').waitFor();
      await act('Make primary');
      await walk.page.getByText('New links are created here').first().waitFor();
    });

    it('sets where the host leads, after what the API refuses', async () => {
      await walk.page.getByLabel('/ leads to').fill('nowhere');
      await button('Save').click();
      walk.failures += 1;
      await walk.page.getByRole('alert').first().waitFor();
      await walk.page.getByLabel('/ leads to').fill('https://brand.example/');
      await button('Save').click();
      await walk.page.getByText('Saved').first().waitFor();
      const { body } = await client().get(`/v1/domains/${domain}`);
      expect(body).toMatchObject({ is_primary: true, root_url: 'https://brand.example/', status: 'verified' });
    });

    it('names the links that a removal stops', async () => {
      await client().post('/v1/links', { destination_url: 'https://example.com/', domain: 'go.brand.example' });
      await act('Remove');
      await walk.page.getByText('1 link stops working').waitFor();
      await button('Cancel').click();
      await walk.page.locator(DIALOG).waitFor({ state: 'hidden' });
    });

    walk.testLooks(
      [
        ['webhooks', () => 'webhooks', 'Webhooks'],
        ['new webhook', () => 'webhooks/new', 'New webhook'],
        ['edit webhook', () => `webhooks/${webhook}/edit`, 'Edit Lake'],
        ['no webhook', () => ((walk.failures += 1), 'webhooks/whk_none'), 'Webhook'],
        ['history of a webhook', () => `webhooks/${webhook}?tab=history`, 'Lake'],
        ['receivers', () => `webhooks/${webhook}?tab=verify`, 'Lake'],
        ['domains', () => 'domains', 'Domains'],
        ['domain', () => `domains/${domain}`, 'go.brand.example'],
        ['webhook', () => `webhooks/${webhook}`, 'Lake'],
      ],
      [
        [
          'delivery',
          () =>
            walk.page
              .getByRole('button', { name: /^(Delivered|Pending): / })
              .first()
              .click(),
        ],
        ['replay', () => walk.page.keyboard.press('p')],
      ],
    );

    it('removes a domain with its links once its name is typed', async () => {
      await walk.go(`domains/${domain}`);
      await walk.heading('go.brand.example').waitFor();
      await act('Remove');
      await walk.page.getByText('1 link stops working').waitFor();
      await walk.page.getByLabel(/^Type /).fill('go.brand.example');
      await button('Remove domain').click();
      await walk.heading('Domains').waitFor();
      expect((await client().get(`/v1/domains/${domain}`)).status).toBe(404);
    });
  },
  start,
);
