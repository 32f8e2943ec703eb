import { createHmac } from 'node:crypto';
import { type NameServer, publishIn, startNameServer } from '../support/name-server';
import { eventually } from '../support/programs';
import { freePort } from '../support/free-port';
import { startReceiver, type WebhookReceiver, withStatus } from '../support/webhook-receiver';
import { flawsOf } from './support/browser';
import { inBrowser } from './support/walk';

interface Webhook {
  readonly id: string;
  readonly status: string;
}

interface Domain {
  readonly id: string;
  readonly dns_records: readonly { readonly type: string; readonly name: string; readonly value: string }[];
}

let receiver: WebhookReceiver;
let names: NameServer;

const begin = async () => {
  [receiver, names] = await Promise.all([startReceiver(), startNameServer()]);
  return { EGRESS_ALLOW: '127.0.0.1', DNS_SERVERS: names.address };
};

afterAll(async () => {
  await receiver?.close();
  await names?.close();
});

inBrowser(
  'webhooks and domains in the dashboard',
  (walk) => {
    let webhook: string;
    let domain: Domain;
    const { button } = walk;
    const dialog = (name: string | RegExp) => walk.page.getByRole('dialog', { name });
    const choose = async (name: string) => {
      await button('More actions').click();
      await walk.page.getByRole('menuitem', { name }).click();
    };
    const deliveries = () => walk.page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem');
    const createLink = (alias: string) =>
      walk.api('POST', '/v1/links', { destination_url: 'https://example.com/', alias });
    /** Looks again until it shows, as people do: the log is no stream. */
    const refreshedUntil = (look: () => Promise<void>) =>
      eventually(async () => {
        await button('Refresh').last().click();
        await look();
      });

    beforeAll(() => walk.signIn());

    it('creates a webhook, whose secret is shown once and signs what is sent', async () => {
      await walk.go('webhooks');
      await walk.page.getByText('No webhooks yet').waitFor();
      await walk.page.getByRole('link', { name: 'Create webhook' }).first().click();
      await walk.heading('New webhook').waitFor();
      await walk.page.getByLabel('Endpoint').fill('ftp://nowhere');
      await walk.page.getByLabel('Note').fill('Warehouse');
      await walk.page.getByLabel('All events of links').check();
      await walk.provoking(async () => {
        await button('Create webhook').click();
        await walk.page.getByText('Some fields need another value').waitFor();
      });
      expect(await walk.page.getByLabel('Note').inputValue()).toBe('Warehouse');
      await walk.page.getByLabel('Endpoint').fill(receiver.url('/calls'));
      await button('Create webhook').click();
      const secret = (await walk.page.locator('#webhook-secret').textContent()) ?? '';
      expect(secret).toMatch(/^whsec_/);
      // It cannot be closed before it is copied.
      expect(await button('Done').getAttribute('aria-disabled')).toBe('true');
      await walk.page.keyboard.press('Escape');
      await button('Copy secret').click();
      await button('Done').click();
      await walk.heading('Warehouse').waitFor();
      await walk.page.locator('#webhook-secret').waitFor({ state: 'hidden' });
      webhook = new URL(walk.page.url()).pathname.split('/')[4] ?? '';

      await createLink('first');
      await eventually(async () => expect(receiver.at('/calls')).toHaveLength(1));
      const call = receiver.at('/calls')[0];
      const header = (name: string) => String(call?.headers[`webhook-${name}`]);
      const signed = `${header('id')}.${header('timestamp')}.${call?.body}`;
      const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
      expect(header('signature')).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
    });

    it('shows a delivery with its attempts, and retries it', async () => {
      await refreshedUntil(async () => expect(await deliveries().count()).toBe(1));
      receiver.answer('/calls', withStatus(503));
      await createLink('second');
      await refreshedUntil(async () => expect(await deliveries().first().textContent()).toMatch(/Pending.*503/));
      await walk.page
        .getByRole('button', { name: /link\.created/ })
        .first()
        .click();
      const shown = dialog(/link\.created/);
      await shown.getByRole('heading', { name: 'Attempts' }).waitFor();
      await shown.getByText('503').first().waitFor();
      await shown.getByText(/^Attempt \d+ is due/).waitFor();
      receiver.answer('/calls', withStatus(204));
      await shown.getByRole('button', { name: 'Retry now' }).click();
      await eventually(async () => {
        await shown.getByRole('button', { name: 'Refresh' }).click();
        expect(await shown.getByText('Delivered').count()).toBeGreaterThan(0);
      });
      await walk.page.keyboard.press('Escape');
      await shown.waitFor({ state: 'hidden' });
    });

    it('says that a ping was not sent in a notice that the keyboard and a screen reader reach, read aloud once', async () => {
      await walk.page.route('**/v1/webhooks/*/test', (route) => route.fulfill({ status: 409, body: '' }));
      await button('Send ping').click();
      walk.failures += 1;
      const notice = walk.page.getByRole('alertdialog', { name: 'The ping was not sent' });
      await notice.getByRole('button', { name: 'Dismiss' }).waitFor();
      expect(await notice.getAttribute('aria-live')).toBe('off');
      expect(await walk.page.getByRole('alert').filter({ hasText: 'The ping was not sent' }).count()).toBe(1);
      expect(await flawsOf(walk.page)).toEqual([]);
      await notice.getByRole('button', { name: 'Dismiss' }).click();
      await notice.waitFor({ state: 'hidden' });
      await walk.page.unroute('**/v1/webhooks/*/test');
    });

    it('sends a ping, and opens what came of it', async () => {
      await button('Send ping').click();
      await dialog(/ping/).waitFor();
      await eventually(async () => expect(receiver.events('/calls').at(-1)?.type).toBe('ping'));
      await walk.page.keyboard.press('Escape');
      await dialog(/ping/).waitFor({ state: 'hidden' });
    });

    it('filters deliveries by their status, in the address', async () => {
      await walk.go(`webhooks/${webhook}?status=failed`);
      await walk.page.getByText('No delivery is like this').waitFor();
      await button('Show all').click();
      await eventually(async () => expect(await deliveries().count()).toBe(3));
      expect(walk.page.url()).not.toContain('status');
    });

    it('says in a sentence why an endpoint could not be asked', async () => {
      const port = await freePort();
      const { id } = await walk.api<Webhook>('POST', '/v1/webhooks', {
        url: `http://127.0.0.1:${port}/nobody`,
        events: ['link.created'],
      });
      await walk.api('POST', `/v1/webhooks/${id}/test`);
      await walk.go(`webhooks/${id}`);
      await walk.heading(`127.0.0.1:${port}/nobody`).waitFor();
      await refreshedUntil(async () => {
        expect(await deliveries().count()).toBe(1);
        expect(await deliveries().first().textContent()).toMatch(
          /The endpoint could not be reached, (2 attempts, )?next /,
        );
      });
      await walk.page.getByRole('button', { name: /ping/ }).first().click();
      await dialog(/ping/).getByText('The endpoint could not be reached.').first().waitFor();
      await walk.page.keyboard.press('Escape');
      await dialog(/ping/).waitFor({ state: 'hidden' });
      await walk.api('DELETE', `/v1/webhooks/${id}`);
      await walk.go(`webhooks/${webhook}`);
      await walk.heading('Warehouse').waitFor();
    });

    it('replays a window, and says how many events that is', async () => {
      const before = receiver.at('/calls').length;
      await choose('Replay events');
      await button('Replay').last().click();
      await dialog('2 events queued').waitFor();
      await button('Show deliveries').click();
      await eventually(async () => expect(receiver.at('/calls')).toHaveLength(before + 2));
      await refreshedUntil(async () => expect(await walk.page.getByText('replayed').count()).toBe(2));
    });

    it('pauses it, and goes on', async () => {
      const status = async () => (await walk.api<Webhook>('GET', `/v1/webhooks/${webhook}`)).status;
      await choose('Pause');
      const notice = walk.page.getByRole('region', { name: 'Nothing is sent' });
      await notice.waitFor();
      expect(await status()).toBe('paused');
      await notice.getByRole('button', { name: 'Resume' }).click();
      await notice.waitFor({ state: 'hidden' });
      expect(await status()).toBe('active');
    });

    it('has no flaw that axe finds while its menu is open in a narrow window', async () => {
      await walk.page.setViewportSize({ width: 360, height: 800 });
      await button('More actions').click();
      await walk.page.getByRole('menu').waitFor();
      expect(await flawsOf(walk.page)).toEqual([]);
      await walk.page.keyboard.press('Escape');
      await walk.page.getByRole('menu').waitFor({ state: 'hidden' });
      await walk.page.setViewportSize({ width: 1280, height: 800 });
    });

    it('rotates the secret, and deletes the webhook once its host is typed', async () => {
      await choose('Rotate secret');
      await button('Rotate secret').last().click();
      expect(await walk.page.locator('#webhook-secret').textContent()).toMatch(/^whsec_/);
      await button('Copy secret').click();
      await button('Done').click();
      await walk.page.getByText(/^the former for /).waitFor();
      await choose('Delete');
      expect(await button('Delete webhook').getAttribute('aria-disabled')).toBe('true');
      await walk.page.getByLabel(/^Type /).fill(new URL(receiver.url('/')).host);
      await button('Delete webhook').click();
      await walk.page.getByText('No webhooks yet').waitFor();
    });

    it('adds a domain, and shows the records to publish', async () => {
      await walk.go('domains');
      await walk.page.getByText('No domains yet').waitFor();
      await button('Add domain').first().click();
      await walk.page.getByLabel('Host name').fill('not a host');
      await walk.provoking(async () => {
        await button('Add domain').last().click();
        await walk.page.locator('[aria-invalid=true]').waitFor();
      });
      await walk.page.getByLabel('Host name').fill('go.brand.example');
      await button('Add domain').last().click();
      await walk.heading('go.brand.example').waitFor();
      const id = new URL(walk.page.url()).pathname.split('/')[4] ?? '';
      domain = await walk.api<Domain>('GET', `/v1/domains/${id}`);
      const records = walk.page.getByRole('region', { name: 'DNS records' });
      for (const { name, value } of domain.dns_records) {
        await records.getByText(name).first().waitFor();
        await records.getByText(value).first().waitFor();
      }
    });

    it('says that the record is not there, and verifies the domain once it is', async () => {
      await button('Verify now').click();
      await walk.page.getByText('No record with this value').waitFor();
      const txt = domain.dns_records.find(({ type }) => type === 'TXT');
      publishIn(names.zone, txt?.name ?? '', { txt: [txt?.value ?? ''] });
      await button('Verify now').click();
      await walk.page.getByText('The same value').waitFor();
      await choose('Make primary');
      await walk.page.getByText('Primary').first().waitFor();
      await walk.page.keyboard.press('Escape');
    });

    it('removes a domain once its name is typed, for it has a link', async () => {
      const body = { destination_url: 'https://example.com/', alias: 'branded', domain: 'go.brand.example' };
      await walk.api('POST', '/v1/links', body);
      await choose('Remove');
      await walk.page.getByText(/^1 link stops working/).waitFor();
      expect(await button('Remove domain').getAttribute('aria-disabled')).toBe('true');
      await walk.page.getByLabel(/^Type /).fill('go.brand.example');
      await button('Remove domain').click();
      await walk.page.getByText('No domains yet').waitFor();
    });
  },
  begin,
);
