import { randomBytes } from 'node:crypto';
import { type Answer, api, send } from '../../support/waymark';
import { imported } from '../support/imports';
import { expectProblem, locationsOf } from '../support/problems';
import { newWorkspace, useWorkspace } from '../support/workspace';

interface Ticket {
  readonly ticket: string;
  readonly url: string;
  readonly expires_at: string;
}

/** Unknown credentials are limited by address: this suite has its own. */
const FROM = { 'x-forwarded-for': [10, ...randomBytes(3)].join('.') };

describe('POST /v1/auth/tickets', () => {
  const workspace = useWorkspace();

  const ticketFor = async (path: string, client = workspace.user): Promise<Ticket> => {
    const { status, body, text } = await client.post<Ticket>('/v1/auth/tickets', { path });
    expect([status, text]).toEqual([201, text]);
    return body;
  };
  /** As a browser that follows a link. */
  const follow = (address: string, method = 'GET', headers: object = {}): Promise<Answer> =>
    send(workspace.product, method, address, { headers: { ...FROM, ...headers } });
  const addressOf = ({ url }: Ticket): string => url.replace(workspace.product.url, '');

  it('opens one download, for a user and for a key, any number of times', async () => {
    const { alias } = await workspace.createLink();
    for (const client of [workspace.user, workspace]) {
      const ticket = await ticketFor('/v1/links/export?format=csv', client);
      expect(ticket.url).toBe(
        `${workspace.product.url}/v1/links/export?format=csv&ticket=${encodeURIComponent(ticket.ticket)}`,
      );
      for (const _ of [1, 2]) {
        const { status, text, headers } = await follow(addressOf(ticket));
        expect([status, text]).toEqual([200, expect.stringContaining(alias)]);
        expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
        expect(headers).not.toHaveProperty('warning');
      }
    }
  });

  it('opens every kind of download', async () => {
    const link = await workspace.createLink();
    const code = await workspace.createQrCode();
    const { id } = await imported(workspace, 'destination_url\nnowhere\n');
    for (const path of [
      '/v1/analytics/export?range=7d&format=ndjson',
      `/v1/links/${link.id}/qr`,
      `/v1/qr-codes/${code.id}/image`,
      `/v1/imports/${id}/errors?format=csv`,
    ])
      expect([path, (await follow(addressOf(await ticketFor(path)))).status]).toEqual([path, 200]);
  });

  it('opens no other address and method, and nothing with a change in it', async () => {
    const { ticket } = await ticketFor('/v1/links/export?format=csv');
    for (const address of [
      `/v1/links/export?ticket=${ticket}`,
      `/v1/links/export?format=csv&tags=a&ticket=${ticket}`,
      `/v1/links/export?ticket=${ticket}&format=csv`,
      `/v1/links/export?format=csv&ticket=${ticket}&ticket=${ticket}`,
      `/v1/links/export?format=csv&ticket=${ticket}x`,
      `/v1/links/export?format=csv&ticket=${ticket.slice(0, -2)}`,
      '/v1/links/export?format=csv&ticket=',
      `/v1/analytics/export?format=csv&ticket=${ticket}`,
      `/v1/links?format=csv&ticket=${ticket}`,
    ])
      expectProblem(await follow(address), 401, 'invalid_token');
    const head = await follow(`/v1/links/export?format=csv&ticket=${ticket}`, 'HEAD');
    expect(head.status).toBe(401);
  });

  it('is the last of the credentials', async () => {
    const address = addressOf(await ticketFor('/v1/links/export?format=csv'));
    const other = await newWorkspace();
    await other.createLink({ title: 'of the header' });
    const byHeader = await follow(address, 'GET', { authorization: `Bearer ${other.token}` });
    expect([byHeader.status, byHeader.text]).toEqual([200, expect.stringContaining('of the header')]);
    expectProblem(await follow(address, 'GET', { 'x-api-key': 'nonsense' }), 401, 'invalid_api_key');
  });

  it('ends with the credential of its maker', async () => {
    const { id, key } = await workspace.createKey({ scope: 'Read' });
    const address = addressOf(await ticketFor('/v1/links/export', api(workspace.product, key)));
    expect((await follow(address)).status).toBe(200);
    await workspace.user.post(`/v1/api-keys/${id}/revoke`);
    expectProblem(await follow(address), 401, 'api_key_revoked');
  });

  it('is made for downloads alone', async () => {
    for (const path of [
      '/v1/links',
      '/v1/analytics/live',
      '/v1/nowhere',
      'v1/links/export',
      '//evil.example/v1/links/export',
      'https://evil.example/v1/links/export',
      '/v1/links/export#x',
      '/v1/links/export?a=b c',
      '/v1/links/export?api_key=x',
      '/v1/links/export?format=csv&ticket=x',
      '',
    ]) {
      const answer = await workspace.post('/v1/auth/tickets', { path });
      expect([path, ...locationsOf(answer)]).toEqual([path, 'body.path']);
    }
  });
});
