import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Client, type VersionNegotiationOptions } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { FROM_SOURCES, eventually } from '../../../support/programs';
import { type Client as Api, api, register, send } from '../../../support/waymark';
import { FaultProxy } from '../../support/proxy';
import { underTest } from '../../support/under-test';

const MAIN = join(__dirname, '../../../../libs/clients/typescript/src/command/main.ts');
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
/** For the SDK's own clock: above what a busy machine needs. */
const PATIENT = { timeout: 240_000 };

interface Answer {
  readonly isError: boolean;
  readonly text: string;
}

interface Assistant {
  readonly client: Client;
  readonly transport: StdioClientTransport;
  readonly names: () => Promise<readonly string[]>;
  readonly call: (name: string, args?: Record<string, unknown>) => Promise<Answer>;
  /** The JSON of an answer that is no error. */
  readonly ask: <T>(name: string, args?: Record<string, unknown>) => Promise<T>;
}

describe('waymark mcp', () => {
  const { product } = underTest();
  const open: Client[] = [];
  let owner: string;
  let waymark: Api;
  let key: { readonly id: string; readonly key: string };
  let readKey: { readonly id: string; readonly key: string };

  const keyWith = async (scope: string, name = scope): Promise<{ id: string; key: string }> => {
    const { body, status } = await api(product, owner).post<{ id: string; key: string }>('/v1/api-keys', {
      name,
      scope,
    });
    expect(status).toBe(201);
    return body;
  };

  beforeAll(async () => {
    owner = (await eventually(() => register(product))).access_token;
    key = await keyWith('Read + Write');
    readKey = await keyWith('Read');
    waymark = api(product, key.key);
  });
  afterEach(async () => void (await Promise.all(open.splice(0).map((client) => client.close()))));

  const envFor = (credential: string, baseUrl = product.url) => ({
    PATH: process.env['PATH'] ?? '',
    WAYMARK_API_KEY: credential,
    WAYMARK_BASE_URL: baseUrl,
  });

  /** The SDK's own client, connected to a server of its own. */
  const assistant = async (
    credential: string,
    args: readonly string[] = [],
    { baseUrl, versionNegotiation }: { baseUrl?: string; versionNegotiation?: VersionNegotiationOptions } = {},
  ): Promise<Assistant> => {
    const client = new Client(
      { name: 'spec', version: '1' },
      { ...(versionNegotiation ? { versionNegotiation } : {}) },
    );
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [...FROM_SOURCES, MAIN, 'mcp', ...args],
      env: envFor(credential, baseUrl),
      stderr: 'pipe',
    });
    await client.connect(transport, PATIENT);
    open.push(client);
    const call = async (name: string, given: Record<string, unknown> = {}): Promise<Answer> => {
      const { isError = false, content } = await client.callTool({ name, arguments: given }, PATIENT);
      const [first] = content;
      return { isError, text: first?.type === 'text' ? first.text : JSON.stringify(first) };
    };
    const ask = async <T>(name: string, given: Record<string, unknown> = {}): Promise<T> => {
      const { isError, text } = await call(name, given);
      if (isError) throw new Error(text);
      return JSON.parse(text) as T;
    };
    const names = async () => (await client.listTools(undefined, PATIENT)).tools.map(({ name }) => name);
    return { client, transport, names, call, ask };
  };

  /** A server whose lines are written and read by hand. */
  const byHand = async (credential: string, input: readonly string[], { baseUrl }: { baseUrl?: string } = {}) => {
    const child = spawn(process.execPath, [...FROM_SOURCES, MAIN, 'mcp'], { env: envFor(credential, baseUrl) });
    const said = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk: Buffer) => (said.stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (said.stderr += chunk.toString()));
    const closed = once(child, 'close').then(([code]) => code as number | null);
    // It may have ended already.
    child.stdin.on('error', () => undefined);
    for (const line of input) child.stdin.write(`${line}\n`);
    return { said, closed, child };
  };

  const message = (id: number, method: string, params: object) =>
    JSON.stringify({ jsonrpc: '2.0', id, method, params });
  const opening = [
    message(1, 'initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'hand', version: '1' },
    }),
    JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }),
  ];

  it('offers what the key may do, and only reads unless told otherwise', async () => {
    const reading = await assistant(key.key);
    const { tools } = await reading.client.listTools(undefined, PATIENT);
    expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([]);
    const offered = tools.map(({ name }) => name);
    expect(offered).toEqual(expect.arrayContaining(['links_list', 'api_keys_history', 'clicks_compare']));
    expect(offered).not.toEqual(expect.arrayContaining(['links_export']));
    expect(JSON.stringify(tools).length).toBeLessThan(60_000);
    expect(reading.client.getInstructions()).toContain('You only read');

    const writing = await assistant(key.key, ['--allow-writes']);
    const all = (await writing.client.listTools(undefined, PATIENT)).tools;
    const hintsOf = (name: string) => all.find((tool) => tool.name === name)?.annotations;
    expect(all.map(({ name }) => name)).toEqual(
      expect.arrayContaining([...offered, 'links_create', 'api_keys_rotate']),
    );
    expect(hintsOf('links_create')).toMatchObject({
      readOnlyHint: false,
      destructiveHint: false,
      idempotentHint: false,
    });
    expect(hintsOf('links_delete')).toMatchObject({ readOnlyHint: false, destructiveHint: true, idempotentHint: true });

    // A key that reads is offered nothing more by the option; an owner's session is offered the workspace.
    expect(await (await assistant(readKey.key, ['--allow-writes'])).names()).toEqual(offered);
    expect(await (await assistant(owner, ['--allow-writes'])).names()).toEqual(
      expect.arrayContaining(['workspace_update', 'members_delete']),
    );
    const only = await (await assistant(key.key, ['--only', 'tags', '--only', 'domains'])).names();
    expect(only).toEqual(['tags_list', 'domains_list', 'domains_get', 'domains_history', 'clicks_compare']);
  });

  it.each<[string, VersionNegotiationOptions]>([
    ['of 2025', { mode: 'legacy' }],
    ['of 2026-07-28', { mode: { pin: '2026-07-28' } }],
  ])('speaks the protocol %s, and lists links in pages', async (_, versionNegotiation) => {
    const tag = `paged-${versionNegotiation.mode === 'legacy' ? 'old' : 'new'}`;
    const fields = { destination_url: 'https://example.com/paged', tags: [tag] };
    await waymark.post(
      '/v1/links/bulk',
      Array.from({ length: 5 }, () => fields),
    );
    const { ask } = await assistant(readKey.key, [], { versionNegotiation });
    interface Page {
      readonly data: readonly { readonly id: string }[];
      readonly meta: { readonly next_cursor: string | null };
    }
    const first = await ask<Page>('links_list', { tags: [tag], limit: 3 });
    const second = await ask<Page>('links_list', { tags: [tag], limit: 3, cursor: first.meta.next_cursor });
    const ids = [...first.data, ...second.data].map(({ id }) => id);
    expect([first.data.length, second.data.length, new Set(ids).size]).toEqual([3, 2, 5]);
    expect(second.meta.next_cursor).toBeNull();
  });

  it('explains a drop: the figures of both windows, the groups that lost, and what was changed', async () => {
    const { body: link } = await waymark.post<{ id: string; alias: string }>('/v1/links', {
      destination_url: 'https://example.com/dropped',
    });
    const visit = () => send(product, 'GET', `/${link.alias}`, { headers: { 'user-agent': BROWSER } });
    for (let visits = 0; visits < 3; visits += 1) expect((await visit()).status).toBe(302);
    await eventually(async () => {
      const { body } = await waymark.get<{ totals: { clicks: number } }>(`/v1/analytics/links/${link.id}?range=24h`);
      expect(body.totals.clicks).toBe(3);
    });
    const start = new Date();
    await waymark.post(`/v1/links/${link.id}/disable`);
    const window = {
      range: 'custom',
      start: start.toISOString(),
      end: new Date(start.getTime() + 3_600_000).toISOString(),
    };
    const { ask, client } = await assistant(readKey.key);
    const ofLink = await ask('clicks_compare', { of: 'link', id: link.id, ...window });
    expect(ofLink).toMatchObject({
      totals: { clicks: 0 },
      totals_before: { clicks: 3 },
      groups: { browsers: [{ key: 'Chrome', before: 3, now: 0 }] },
      changes: [
        { link_id: link.id, entries: expect.arrayContaining([expect.objectContaining({ type: 'link.disabled' })]) },
      ],
    });
    const ofAll = await ask('clicks_compare', window);
    expect(ofAll).toMatchObject({
      groups: { links: [{ key: link.id, before: 3, now: 0 }] },
      changes: [{ link_id: link.id }],
    });
    const { messages } = await client.getPrompt(
      { name: 'explain_drop', arguments: { link: link.alias, range: '24h' } },
      PATIENT,
    );
    expect(JSON.stringify(messages)).toMatch(new RegExp(`${link.alias}.*clicks_compare.*24h`));
  });

  it("walks a key's history, over its rotations", async () => {
    const first = await keyWith('Read', 'walked');
    const { body: second } = await api(product, owner).post<{ id: string; key: string }>(
      `/v1/api-keys/${first.id}/rotate`,
    );
    await api(product, owner).post(`/v1/api-keys/${first.id}/revoke`, { reason: 'Leaked' });
    const { ask, client } = await assistant(readKey.key);
    const listed = await ask<{ data: readonly { id: string; name: string }[] }>('api_keys_list', { limit: 100 });
    expect(listed.data.map(({ id }) => id)).toEqual(expect.arrayContaining([first.id, second.id]));
    const history = await ask<{ data: readonly { type: string }[] }>('api_keys_history', {
      id: second.id,
      lineage: true,
    });
    expect(history.data.map(({ type }) => type)).toEqual(['api_key.created', 'api_key.rotated', 'api_key.revoked']);
    const { prompts } = await client.listPrompts(undefined, PATIENT);
    expect(prompts.map(({ name }) => name)).toEqual(['explain_drop', 'walk_key_history']);
    await expect(client.getPrompt({ name: 'walk_key_history' }, PATIENT)).rejects.toThrow('key is missing');
  });

  it('refuses a change without the option, and makes it with it', async () => {
    const reading = await assistant(key.key);
    const asked = { destination_url: 'https://example.com/made', alias: 'mcp-made' };
    expect(await reading.call('links_create', asked)).toEqual({
      isError: true,
      text: expect.stringContaining('--allow-writes'),
    });
    expect((await waymark.get('/v1/links/exists?alias=mcp-made')).body).toMatchObject({ exists: false });
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
    const { body: link } = await waymark.post<{ id: string }>('/v1/links', {
      destination_url: `https://example.com/?secret=${encodeURIComponent(secret)}`,
      title: `signed by ${secret}`,
    });
    const { text } = await (await assistant(key.key)).call('links_get', { id: link.id });
    expect(text).toContain('"title":"signed by whsec_…"');
    expect(text).not.toContain(secret.slice(6, 30));
    const { ask } = await assistant(key.key, ['--allow-writes']);
    expect(await ask('links_get', { id: link.id })).toMatchObject({ title: `signed by ${secret}` });
  });

  describe('refuses a forged argument', () => {
    let reading: Assistant;
    beforeAll(async () => {
      reading = await assistant(readKey.key);
      open.splice(0);
    });
    afterAll(() => reading.client.close());

    it.each<[string, string, Record<string, unknown>, RegExp]>([
      ['another path', 'links_get', { id: '../api-keys' }, /^404 /],
      ['the path above', 'links_history', { id: '..' }, /is no id/],
      ['no id', 'links_get', {}, /id/],
      ['an id of another kind', 'links_get', { id: { toString: 'link_1' } }, /string/],
      ['an argument that is none', 'links_list', { api_key: 'svc_live_other', headers: { host: 'x' } }, /additional/],
      ['a query in a value', 'links_list', { status: 'active&limit=1' }, /status/],
      ['a limit beyond the bounds', 'links_list', { limit: 100_000 }, /^400 .*limit/],
    ])('%s', async (_, name, args, sentence) => {
      expect(await reading.call(name, args)).toEqual({ isError: true, text: expect.stringMatching(sentence) });
    });
  });

  it('refuses tools that do not exist, and goes on', async () => {
    const { call, client } = await assistant(readKey.key);
    await expect(call('links_export')).rejects.toThrow("there is no tool 'links_export'");
    await expect(call('__proto__')).rejects.toThrow('there is no tool');
    await expect(client.getPrompt({ name: 'constructor' }, PATIENT)).rejects.toThrow('there is no prompt');
    expect((await call('tags_list')).isError).toBe(false);
  });

  it('bounds its answers: an image is given as such, and what is too long is refused in a sentence', async () => {
    const { body: link } = await waymark.post<{ id: string }>('/v1/links', { destination_url: 'https://a.example/' });
    const proxy = await new FaultProxy(product).start();
    const { call } = await assistant(readKey.key, [], { baseUrl: proxy.url });
    const image = JSON.parse((await call('links_qr_code', { id: link.id, format: 'png' })).text) as object;
    expect(image).toMatchObject({ type: 'image', mimeType: 'image/png', data: expect.stringMatching(/^iVBOR/) });
    proxy.expect([{ answer: { body: { data: ['x'.repeat(70_000)], meta: {} } } }]);
    expect(await call('links_list')).toEqual({
      isError: true,
      text: expect.stringMatching(/at most 60000.*lower limit/),
    });
    expect(proxy.exchanges[0]?.query).toEqual({ cursor: '', limit: '20' });
    await proxy.close();
  });

  it('says what went wrong: a key that was revoked, a product that does not answer', async () => {
    const passing = await keyWith('Read', 'passing');
    const proxy = await new FaultProxy(product).start();
    const { call } = await assistant(passing.key, [], { baseUrl: proxy.url });
    proxy.expect(['drop_before', 'drop_before', 'drop_before']);
    expect(await call('tags_list')).toEqual({ isError: true, text: expect.stringContaining('connection') });
    expect((await call('tags_list')).isError).toBe(false);
    await api(product, owner).post(`/v1/api-keys/${passing.id}/revoke`);
    expect(await call('tags_list')).toEqual({ isError: true, text: expect.stringMatching(/^401 api_key_revoked: /) });
    await proxy.close();
  });

  it('ends in the middle of a call: killed, or left by its host', async () => {
    const proxy = await new FaultProxy(product).start();
    const { call, transport } = await assistant(readKey.key, [], { baseUrl: proxy.url });
    proxy.expect(['hang']);
    const answer = call('tags_list').then(
      () => 'an answer',
      (error: Error) => error.message,
    );
    await eventually(() => expect(proxy.exchanges).toHaveLength(1));
    process.kill(transport.pid ?? 0, 'SIGKILL');
    expect(await answer).toMatch(/closed/i);
    proxy.expect(['pass', 'hang']);
    const { child, closed } = await byHand(readKey.key, [...opening, message(2, 'tools/call', { name: 'tags_list' })], {
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
    const { said, closed, child } = await byHand(readKey.key, [
      ...opening,
      'this is no JSON',
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

  it('does not start with a key that is refused, and says so on stderr alone', async () => {
    const { said, closed } = await byHand('svc_live_wrong', []);
    expect(await closed).toBe(1);
    expect(said).toEqual({ stdout: '', stderr: expect.stringMatching(/^waymark: 401 invalid_api_key: [^\n]*\n$/) });
  });
});
