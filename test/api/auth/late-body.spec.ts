import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request as open } from 'node:http';
import { text } from 'node:stream/consumers';
import { eventually } from '../../support/programs';
import { type Answer, type Client, send } from '../../support/waymark';
import { join } from '../support/members';
import { gatewayUnderTest } from '../support/product';
import type { ApiKey, List, Problem } from '../support/records';
import { useWorkspace } from '../support/workspace';

const LINK = { destination_url: 'https://example.com/late' };

interface Sent {
  readonly path: string;
  readonly token: string;
  readonly type?: string;
}

/** A request whose head was judged, and whose body has not come. It holds its Idempotency-Key since the judgement. */
const judged = (sent: Sent): Promise<ClientRequest> =>
  eventually(async () => {
    const { path, token, type = 'application/json' } = sent;
    const headers = { authorization: `Bearer ${token}`, 'content-type': type, 'idempotency-key': randomUUID() };
    const request = open({ port: gatewayUnderTest().port, method: 'POST', path, headers, agent: false });
    request.on('error', () => undefined);
    let answered = false;
    request.once('response', () => (answered = true));
    request.flushHeaders();
    await eventually(async () => {
      const { body } = await send<Problem>(gatewayUnderTest(), 'POST', path, {
        headers,
        body: type === 'text/csv' ? '' : {},
      });
      if (!answered && body.code !== 'idempotency_in_progress') throw new Error(`not judged: ${body.code}`);
    });
    if (answered) throw new Error('the other request was first');
    return request;
  });

/** Sends the body, and returns status and code of the answer. */
const endedWith = async (
  request: ClientRequest,
  body: string,
): Promise<readonly [number | undefined, string | undefined]> => {
  const answered = once(request, 'response') as Promise<[IncomingMessage]>;
  request.end(body);
  const [answer] = await answered;
  const { code } = JSON.parse(await text(answer)) as Partial<Problem>;
  return [answer.statusCode, code];
};

describe('a request whose body comes late', () => {
  const workspace = useWorkspace();
  const keysOf = async (client: Client) => (await client.get<List<ApiKey>>('/v1/api-keys')).body.meta.total;
  const succeeded = ({ status }: Answer) => expect(status).toBeLessThan(300);

  it('is answered as any other', async () => {
    const request = await judged({ path: '/v1/links', token: workspace.token });
    expect(await endedWith(request, JSON.stringify(LINK))).toEqual([201, undefined]);
  });

  it('is refused where its key was revoked meanwhile', async () => {
    const key = await workspace.createKey();
    const before = await workspace.countLinks();
    const request = await judged({ path: '/v1/links', token: key.key });
    succeeded(await workspace.post(`/v1/api-keys/${key.id}/revoke`));
    expect(await endedWith(request, JSON.stringify(LINK))).toEqual([401, 'api_key_revoked']);
    expect(await workspace.countLinks()).toBe(before);
  });

  it('is refused where it holds a file, of which nothing stays', async () => {
    const key = await workspace.createKey();
    const request = await judged({ path: '/v1/links/import', token: key.key, type: 'text/csv' });
    request.write(`destination_url\n${LINK.destination_url}\n`);
    succeeded(await workspace.post(`/v1/api-keys/${key.id}/revoke`));
    expect(await endedWith(request, `${LINK.destination_url}\n`)).toEqual([401, 'api_key_revoked']);
    expect((await workspace.get<List<object>>('/v1/imports')).body.meta.total).toBe(0);
  });

  it('is refused where its user was removed, or may do less by now', async () => {
    const [removed, demoted] = [await join(workspace, 'owner'), await join(workspace, 'owner')];
    const before = await keysOf(workspace.user);
    const asked = [removed, demoted].map(({ access_token: token }) => judged({ path: '/v1/api-keys', token }));
    const [first, second] = (await Promise.all(asked)) as [ClientRequest, ClientRequest];
    succeeded(await workspace.user.delete(`/v1/workspace/members/${removed.id}`));
    succeeded(await workspace.user.patch(`/v1/workspace/members/${demoted.id}`, { role: 'viewer' }));
    const key = JSON.stringify({ name: 'Late', scope: 'Read + Write' });
    expect(await endedWith(first, key)).toEqual([401, 'invalid_token']);
    expect(await endedWith(second, key)).toEqual([403, 'insufficient_scope']);
    expect(await keysOf(workspace.user)).toBe(before);
  });
});
