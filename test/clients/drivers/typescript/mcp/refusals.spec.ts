import { eventually } from '../../../../support/programs';
import { FaultProxy } from '../../../support/proxy';
import { underTest } from '../../../support/under-test';
import { Assistant, type Key, OPENING, PATIENT, Workspace, assistants, byHand, message } from './assistant';

describe('waymark mcp refuses', () => {
  const { product } = underTest();
  const assistant = assistants();
  let workspace: Workspace;
  let key: Key;
  let readKey: Key;

  beforeAll(async () => {
    workspace = await Workspace.create();
    key = await workspace.keyWith('Read + Write');
    readKey = await workspace.keyWith('Read');
  });

  it('refuses a change without the option, and makes it with it', async () => {
    const reading = await assistant(key.key);
    const asked = { destination_url: 'https://example.com/made', alias: 'mcp-made' };
    expect(await reading.call('links_create', asked)).toEqual({
      isError: true,
      text: expect.stringContaining('--allow-writes'),
    });
    expect((await workspace.client.get('/v1/links/exists?alias=mcp-made')).body).toMatchObject({ exists: false });
    const writing = await assistant(key.key, ['--allow-writes']);
    const made = await writing.ask<{ id: string }>('links_create', asked);
    expect(await writing.ask('links_update', { id: made.id, title: null, tags: ['mcp'] })).toMatchObject({
      tags: ['mcp'],
    });
    expect(await writing.call('links_create', asked)).toEqual({
      isError: true,
      text: expect.stringMatching(new RegExp(`^409 alias_taken: .*The link that has it is ${made.id}`)),
    });
    expect(await writing.call('links_delete', { id: made.id })).toEqual({ isError: false, text: 'Done.' });
    const refused = await (await assistant(readKey.key, ['--allow-writes'])).call('links_create', asked);
    expect(refused).toEqual({ isError: true, text: expect.stringContaining('needs the scope write') });
  });

  it('shows no secret while it only reads, not even one that somebody wrote down', async () => {
    const secret = `whsec_${Buffer.alloc(32, 'secret').toString('base64')}`;
    const link = await workspace.make<{ id: string }>('/v1/links', {
      destination_url: `https://example.com/?secret=${encodeURIComponent(secret)}`,
      title: `signed by ${secret}`,
    });
    const { text } = await (await assistant(key.key)).call('links_get', { id: link.id });
    expect(text).toContain('"title":"signed by whsec_…"');
    expect(text).not.toContain(secret.slice(6, 30));
    const writing = await assistant(key.key, ['--allow-writes']);
    expect(await writing.ask('links_get', { id: link.id })).toMatchObject({ title: `signed by ${secret}` });
  });

  describe('refuses a forged argument', () => {
    let reading: Assistant;
    beforeAll(async () => {
      reading = await Assistant.start(readKey.key);
    });
    afterAll(() => reading.end());

    it.each<[string, string, Record<string, unknown>, RegExp]>([
      ['another path', 'links_get', { id: '../api-keys' }, /^404 /],
      ['the path above', 'links_history', { id: '..' }, /is not an id/],
      ['no id', 'links_get', {}, /id/],
      ['an id of another kind', 'links_get', { id: { toString: 'link_1' } }, /string/],
      ['an argument that is none', 'links_list', { api_key: 'svc_live_other', headers: { host: 'x' } }, /additional/],
      ['a query in a value', 'links_list', { status: 'active&limit=1' }, /status/],
      ['a limit beyond the bounds', 'links_list', { limit: 100_000 }, /^400 .*limit/],
    ])('%s', async (_, name, args, reason) => {
      expect(await reading.call(name, args)).toEqual({ isError: true, text: expect.stringMatching(reason) });
    });
  });

  it('refuses tools that do not exist, and goes on', async () => {
    const one = await assistant(readKey.key);
    await expect(one.call('links_export')).rejects.toThrow("there is no tool 'links_export'");
    await expect(one.call('__proto__')).rejects.toThrow('there is no tool');
    await expect(one.client.getPrompt({ name: 'constructor' }, PATIENT)).rejects.toThrow('there is no prompt');
    expect((await one.call('tags_list')).isError).toBe(false);
  });

  it('bounds its answers: an image is given as such, and what is too long is refused with a message', async () => {
    const link = await workspace.make<{ id: string }>('/v1/links', { destination_url: 'https://a.example/' });
    const proxy = await new FaultProxy(product).start();
    const one = await assistant(readKey.key, [], { baseUrl: proxy.url });
    const image = JSON.parse((await one.call('links_qr_code', { id: link.id, format: 'png' })).text) as object;
    expect(image).toMatchObject({ type: 'image', mimeType: 'image/png', data: expect.stringMatching(/^iVBOR/) });
    proxy.expect([{ answer: { body: { data: ['x'.repeat(70_000)], meta: {} } } }]);
    expect(await one.call('links_list')).toEqual({
      isError: true,
      text: expect.stringMatching(/at most 60000.*lower limit/),
    });
    expect(proxy.exchanges[0]?.query).toEqual({ cursor: '', limit: '20' });
    await proxy.close();
  });

  it('says what went wrong: a key that was revoked, a product that does not answer', async () => {
    const passing = await workspace.keyWith('Read', 'passing');
    const proxy = await new FaultProxy(product).start();
    const one = await assistant(passing.key, [], { baseUrl: proxy.url });
    proxy.expect(['drop_before', 'drop_before', 'drop_before']);
    expect(await one.call('tags_list')).toEqual({ isError: true, text: expect.stringContaining('connection') });
    expect((await one.call('tags_list')).isError).toBe(false);
    await workspace.make(`/v1/api-keys/${passing.id}/revoke`);
    expect(await one.call('tags_list')).toEqual({
      isError: true,
      text: expect.stringMatching(/^401 api_key_revoked: /),
    });
    await proxy.close();
  });

  it('says at once that it has to be asked again later, where that is longer than a host waits', async () => {
    const proxy = await new FaultProxy(product).start();
    const one = await assistant(readKey.key, [], { baseUrl: proxy.url });
    const limited = (seconds: number) => ({
      answer: {
        status: 429,
        headers: { 'content-type': 'application/problem+json', 'retry-after': String(seconds) },
        body: { code: 'rate_limited', detail: 'Too many requests.', errors: [], request_id: 'req_1' },
      },
    });
    proxy.expect([limited(11)]);
    expect(await one.call('tags_list')).toEqual({
      isError: true,
      text: '429 rate_limited: Too many requests. Try again in 11 s. (request req_1)',
    });
    expect(proxy.exchanges).toHaveLength(1);
    proxy.expect([limited(1)]);
    expect((await one.call('tags_list')).isError).toBe(false);
    expect(proxy.exchanges).toHaveLength(2);
    await proxy.close();
  });

  it('ends in the middle of a call: killed, or left by its host', async () => {
    const proxy = await new FaultProxy(product).start();
    const one = await assistant(readKey.key, [], { baseUrl: proxy.url });
    proxy.expect(['hang']);
    const answer = one.call('tags_list').then(
      () => 'an answer',
      (error: Error) => error.message,
    );
    await eventually(() => expect(proxy.exchanges).toHaveLength(1));
    one.kill();
    expect(await answer).toMatch(/closed/i);
    proxy.expect(['pass', 'hang']);
    const { child, closed } = byHand(readKey.key, [...OPENING, message(2, 'tools/call', { name: 'tags_list' })], {
      baseUrl: proxy.url,
    });
    await eventually(() => expect(proxy.exchanges.map(({ path }) => path)).toContain('/v1/tags'));
    child.stdin.end();
    expect(await closed).toBe(0);
    // It did not wait for the answer: it would have asked again.
    expect(proxy.exchanges.filter(({ path }) => path === '/v1/tags')).toHaveLength(1);
    await proxy.close();
  });

  it('writes nothing but the protocol to stdout, whatever is written to it', async () => {
    const { said, closed, child } = byHand(readKey.key, [
      ...OPENING,
      'this is not JSON',
      message(2, 'tools/call', { name: 'links_get', arguments: { id: 'link_unknown' } }),
      message(3, 'tools/list', {}),
    ]);
    const answered = () =>
      said.stdout
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as { id?: number });
    await eventually(() => expect(answered().map(({ id }) => id)).toEqual(expect.arrayContaining([1, 2, 3])));
    child.stdin.end();
    expect(await closed).toBe(0);
    for (const one of answered()) expect(one).toMatchObject({ jsonrpc: '2.0' });
  });

  it('does not start for a kind that no tool is of, and says so in a sentence', async () => {
    const { said, closed, child } = byHand(readKey.key, [], { args: ['--only', 'links', '--only', 'clikcs'] });
    child.stdin.end();
    expect(await closed).toBe(2);
    expect(said).toEqual({ stdout: '', stderr: 'waymark: there is no tool for --only clikcs; see waymark --help\n' });
  });

  it('does not start with a key that is refused, and says so on stderr alone', async () => {
    const { said, closed } = byHand('svc_live_wrong', []);
    expect(await closed).toBe(1);
    expect(said).toEqual({ stdout: '', stderr: expect.stringMatching(/^waymark: 401 invalid_api_key: [^\n]*\n$/) });
  });
});
