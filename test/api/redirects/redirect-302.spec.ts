import { send } from '../../support/waymark';
import { useWorkspace } from '../support/workspace';

const UTM = {
  utm_source: 'letter',
  utm_medium: 'e mail',
  utm_campaign: 'sommer & co',
  utm_term: 'ü',
  utm_content: '100%',
};
const UTM_QUERY =
  'utm_source=letter&utm_medium=e%20mail&utm_campaign=sommer%20%26%20co&utm_term=%C3%BC&utm_content=100%25';

describe('GET /{alias}', () => {
  const workspace = useWorkspace();
  const visit = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    send(workspace.product, method, path, { headers });
  const location = async (path: string) => {
    const { status, headers } = await visit(path);
    expect(status).toBe(302);
    return headers.location;
  };

  it('redirects with 302, not to be stored, without a body', async () => {
    const { alias } = await workspace.createLink({ destination_url: 'https://example.com/a?b=c#d' });
    const { status, headers, text } = await visit(`/${alias}`, { 'x-request-id': 'visit-1' });
    expect([status, text]).toEqual([302, '']);
    expect(headers).toMatchObject({
      location: 'https://example.com/a?b=c#d',
      'cache-control': 'private, no-store',
      'x-request-id': 'visit-1',
    });
    expect(Object.keys(headers).sort()).toEqual([
      'cache-control',
      'connection',
      'content-length',
      'date',
      'keep-alive',
      'location',
      'x-request-id',
      'x-robots-tag',
    ]);
  });

  it('answers HEAD alike', async () => {
    const { alias } = await workspace.createLink();
    const [get, head] = [
      await visit(`/${alias}`, { 'x-request-id': 'visit-2' }),
      await visit(`/${alias}`, { 'x-request-id': 'visit-2' }, 'HEAD'),
    ];
    const comparable = ({ status, text, headers: { date: _, ...headers } }: typeof get) => ({ status, text, headers });
    expect(comparable(head)).toEqual(comparable(get));
  });

  it('finds an alias in any case, on every short host in any case', async () => {
    await workspace.createLink({ alias: 'Any-Case_1', destination_url: 'https://example.com/any' });
    const { port } = workspace.product;
    for (const path of ['/Any-Case_1', '/any-case_1', '/ANY-CASE_1']) {
      for (const host of [`localhost:${port}`, `LOCALHOST:${port}`, `127.0.0.1:${port}`]) {
        expect((await visit(path, { host })).headers.location).toBe('https://example.com/any');
      }
    }
  });

  it('does not redirect on another host', async () => {
    const { alias } = await workspace.createLink();
    expect((await visit(`/${alias}`, { host: 'example.com' })).status).toBe(404);
    expect((await visit(`/${alias}`, { host: 'localhost' })).status).toBe(404);
  });

  it.each([
    ['https://example.com', '', 'https://example.com'],
    ['https://example.com/', '?a=1', 'https://example.com/?a=1'],
    ['https://example.com/?x=1', '?a=1&b', 'https://example.com/?x=1&a=1&b'],
    ['https://example.com/?x=1#top', '?a=1', 'https://example.com/?x=1&a=1#top'],
    ['https://example.com/#a?b', '?c', 'https://example.com/?c#a?b'],
    ['https://example.com/', '?qr=1&a=1', 'https://example.com/?a=1'],
    ['https://example.com/', '?qr=1', 'https://example.com/'],
    ['https://example.com/', '?a=%0d%0aSet-Cookie:%20x', 'https://example.com/?a=%0d%0aSet-Cookie:%20x'],
    ['https://例え.jp/ü', '', 'https://xn--r8jz45g.jp/%C3%BC'],
  ])('sends visitors of %s with %s to %s', async (destination_url, query, target) => {
    const { alias } = await workspace.createLink({ destination_url });
    expect(await location(`/${alias}${query}`)).toBe(target);
  });

  it('fills utm fields that neither destination nor visitor has set', async () => {
    const { alias } = await workspace.createLink({ destination_url: 'https://example.com/#top', ...UTM });
    expect(await location(`/${alias}`)).toBe(`https://example.com/?${UTM_QUERY}#top`);
    expect(await location(`/${alias}?utm_source=visitor&a=1`)).toBe(
      `https://example.com/?utm_source=visitor&a=1&${UTM_QUERY.replace('utm_source=letter&', '')}#top`,
    );
    const named = await workspace.createLink({
      destination_url: 'https://example.com/?utm_term=own',
      utm_term: 'other',
    });
    expect(await location(`/${named.alias}`)).toBe('https://example.com/?utm_term=own');
  });

  it('never passes an API key on', async () => {
    const { alias } = await workspace.createLink();
    expect(await location(`/${alias}?k=${workspace.token}`)).not.toContain(workspace.token.slice(13));
  });

  it('needs no credential, ignores one, and counts against no limit', async () => {
    const { alias } = await workspace.createLink();
    const { status, headers } = await visit(`/${alias}`, { authorization: 'Bearer nonsense', 'x-api-key': 'nonsense' });
    expect([status, headers['x-ratelimit-limit']]).toEqual([302, undefined]);
  });
});
