import { connect } from 'node:net';
import { eventually } from '../../support/programs';
import { send } from '../../support/waymark';
import { entriesAt } from '../support/history';
import { expectProblem } from '../support/problems';
import type { Link } from '../support/records';
import { useWorkspace } from '../support/workspace';
import { followed } from '../support/product';

const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';
const FORM = 'application/x-www-form-urlencoded';

describe('a link with a password', () => {
  const workspace = useWorkspace();
  const locked = (fields = {}) => workspace.createLink({ password: 'open sesame', ...fields });
  const visit = ({ alias }: Pick<Link, 'alias'>, method = 'GET', accept = '*/*', query = '') =>
    send(workspace.product, method, `/${alias}${query}`, { headers: { 'user-agent': BROWSER, accept } });
  const post = (
    { alias }: Pick<Link, 'alias'>,
    body: object | string,
    { from = '203.0.113.9', query = '', ...headers }: Record<string, string> = {},
  ) =>
    send(workspace.product, 'POST', `/${alias}${query}`, {
      body,
      headers: { 'user-agent': BROWSER, 'x-forwarded-for': from, ...headers },
    });

  it('is asked for by a problem, or by a form for who reads HTML', async () => {
    const link = await locked();
    const problem = await visit(link);
    expectProblem(problem, 401, 'password_required');
    expect(problem.headers['www-authenticate']).toBe('Password');
    const page = await visit(link, 'GET', 'text/html');
    expect([page.status, page.headers['content-type']]).toEqual([401, 'text/html; charset=utf-8']);
    expect(page.text).toContain('<form method="post">');
    expect(page.text).not.toContain('example.com');
    // Chrome and Safari would block the redirect after the form.
    expect(page.headers['content-security-policy']).not.toContain('form-action');
    expect((await visit(link, 'HEAD')).status).toBe(401);
  });

  it('opens by a form or by JSON, by a 303 that keeps the query, and asks again the next time', async () => {
    const link = await locked({ redirect_type: 307 });
    for (const answer of [
      await post(link, 'password=open+sesame', { 'content-type': FORM, query: '?a=1' }),
      await post(link, { password: 'open sesame' }, { query: '?a=1' }),
    ]) {
      expect([answer.status, answer.headers.location]).toEqual([303, 'https://example.com/?a=1']);
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
    expect((await visit(link)).status).toBe(401);
    await eventually(async () =>
      expect((await workspace.get<Link>(`/v1/links/${link.id}`)).body).toMatchObject({ clicks: 2, bot_clicks: 0 }),
    );
  });

  it('is shown as has_password, and no text or hash of it anywhere', async () => {
    const link = await locked();
    expect(link).toMatchObject({ has_password: true });
    await workspace.patch(`/v1/links/${link.id}`, { password: 'another one' });
    const cleared = await workspace.patch<Link>(`/v1/links/${link.id}`, { password: null });
    expect(cleared.body).toMatchObject({ has_password: false });
    const answered = JSON.stringify([link, cleared.body, await entriesAt(workspace, `/v1/links/${link.id}/history`)]);
    expect(answered).toContain('has_password');
    for (const secret of ['sesame', 'another one', 'argon2', 'password_hash']) expect(answered).not.toContain(secret);
    await eventually(async () => expect((await visit(link)).status).toBe(302));
  });

  it('takes its new password only', async () => {
    const link = await locked();
    await workspace.patch(`/v1/links/${link.id}`, { password: 'new words' });
    await followed(async () => expectProblem(await post(link, { password: 'open sesame' }), 401, 'wrong_password'));
    expect((await post(link, { password: 'new words' })).status).toBe(303);
  });

  it('refuses an eleventh wrong attempt of an address in a minute, and no right one from elsewhere', async () => {
    const link = await locked();
    // A success is not an attempt.
    for (let n = 0; n < 3; n += 1) expect((await post(link, { password: 'open sesame' })).status).toBe(303);
    for (let n = 0; n < 10; n += 1) expectProblem(await post(link, { password: `wrong ${n}` }), 401, 'wrong_password');
    const refused = await post(link, { password: 'open sesame' });
    expectProblem(refused, 429, 'rate_limited');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect((await post(link, { password: 'open sesame' }, { from: '203.0.113.10' })).status).toBe(303);
    expect((await post(await locked(), { password: 'open sesame' })).status).toBe(303);
  });

  it('counts a /64 as one address, and 100 wrong attempts a minute from all of them', async () => {
    const link = await locked();
    for (let n = 0; n < 10; n += 1)
      expectProblem(await post(link, { password: 'wrong' }, { from: `2001:db8:1:1::${n + 1}` }), 401, 'wrong_password');
    expect((await post(link, { password: 'wrong' }, { from: '2001:db8:1:1:ffff::1' })).status).toBe(429);
    // Ten at a time: one after the other they may take a busy machine more than the minute in which they count.
    for (let n = 0; n < 90; n += 10)
      for (const { status } of await Promise.all(
        Array.from({ length: 10 }, (_, one) => post(link, { password: 'wrong' }, { from: `2001:db8:2:${n + one}::1` })),
      ))
        expect(status).toBe(401);
    expect((await post(link, { password: 'open sesame' }, { from: '2001:db8:3::1' })).status).toBe(429);
  });

  it('reads no other bodies', async () => {
    const link = await locked();
    for (const body of ['{"password":1}', '{}', 'null', '{', '{"password":""}'])
      expectProblem(await post(link, body, { 'content-type': 'application/json' }), 400, 'invalid_request');
    expectProblem(await post(link, 'pass=1', { 'content-type': FORM }), 400, 'invalid_request');
    expectProblem(await post(link, 'password=%ff', { 'content-type': 'text/plain' }), 415, 'unsupported_media_type');
    expectProblem(
      await post(link, `password=${'a'.repeat(5_000)}`, { 'content-type': FORM }),
      413,
      'payload_too_large',
    );
  });

  it('waits no longer than 5 s for a body', async () => {
    const { alias } = await locked();
    const { port } = workspace.product;
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
    socket.write(
      `POST /${alias} HTTP/1.1\r\nhost: localhost:${port}\r\ncontent-type: ${FORM}\r\ncontent-length: 20\r\n\r\npass`,
    );
    await eventually(() => expect(answer).toContain('HTTP/1.1 408'));
    await eventually(() => expect(socket.readableEnded || socket.destroyed).toBe(true));
  });

  it('keeps its place in the order of conditions', async () => {
    expectProblem(await visit(await locked({ expires_at: '2026-01-01T00:00:00Z' })), 410, 'link_expired');
    const limited = await locked({ click_limit: 1 });
    expect((await visit(limited)).status).toBe(401);
    expect((await post(limited, { password: 'open sesame' })).status).toBe(303);
    expect((await post(limited, { password: 'open sesame' })).status).toBe(410);
  });

  it('is the only one that takes a POST', async () => {
    const open = await workspace.createLink();
    for (const alias of [open.alias, 'no-such-link']) {
      const answer = await post({ alias }, { password: 'open sesame' });
      expectProblem(answer, 405, 'method_not_allowed');
      expect(answer.headers.allow).toBe('GET, HEAD');
    }
    const { alias } = await locked({});
    for (const method of ['OPTIONS', 'PUT', 'DELETE'])
      expect((await send(workspace.product, method, `/${alias}`)).headers.allow).toBe('GET, HEAD, POST');
  });

  it.each(['abc', 'a'.repeat(129), 5, ''])('is not made with %j', async (password) => {
    const answer = await workspace.post('/v1/links', { destination_url: 'https://example.com/', password });
    expectProblem(answer, 400, 'invalid_request');
  });
});
