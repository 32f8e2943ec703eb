import type { VersionNegotiationOptions } from '@modelcontextprotocol/client';
import { eventually } from '../../../../support/programs';
import { send } from '../../../../support/waymark';
import { underTest } from '../../../support/under-test';
import { type Key, PATIENT, Workspace, assistants } from './assistant';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';

describe('waymark mcp offers', () => {
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

  it('offers what the key may do, and only reads by default', async () => {
    const reading = await assistant(key.key);
    const tools = await reading.tools();
    expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([]);
    const offered = tools.map(({ name }) => name);
    expect(offered).toEqual(expect.arrayContaining(['links_list', 'api_keys_history', 'clicks_compare']));
    expect(offered).not.toEqual(expect.arrayContaining(['links_export']));
    expect(JSON.stringify(tools).length).toBeLessThan(60_000);
    expect(reading.client.getInstructions()).toContain('You only read');

    const writing = await assistant(key.key, ['--allow-writes']);
    const all = await writing.tools();
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
    expect(await (await assistant(workspace.owner, ['--allow-writes'])).names()).toEqual(
      expect.arrayContaining(['workspace_update', 'members_delete']),
    );
  });

  it('offers the kinds that it was started for, and no others', async () => {
    const some = await assistant(key.key, ['--only', 'tags', '--only', 'domains']);
    expect(await some.names()).toEqual(['tags_list', 'domains_list', 'domains_get', 'domains_history']);
    expect(some.client.getInstructions()).not.toContain('clicks_compare');
    expect(await some.call('clicks_compare')).toEqual({
      isError: true,
      text: expect.stringContaining('--only tags --only domains'),
    });
    const compares = await assistant(key.key, ['--only', 'clicks']);
    expect(await compares.names()).toEqual(['clicks_compare']);
    expect(compares.client.getInstructions()).toContain('clicks_compare');
  });

  it('offers a prompt where all tools are that it names, and no other', async () => {
    const offered = async (...only: readonly string[]) => {
      const started = await assistant(
        key.key,
        only.flatMap((kind) => ['--only', kind]),
      );
      const { prompts } = await started.client.listPrompts(undefined, PATIENT);
      return prompts.map(({ name }) => name);
    };
    expect(await offered('links', 'api_keys')).toEqual(['walk_key_history']);
    expect(await offered('links', 'analytics', 'clicks')).toEqual(['explain_drop']);
    const some = await assistant(key.key, ['--only', 'links']);
    await expect(some.client.getPrompt({ name: 'explain_drop' }, PATIENT)).rejects.toThrow("no prompt 'explain_drop'");
  });

  it.each<[string, VersionNegotiationOptions]>([
    ['of 2025', { mode: 'legacy' }],
    ['of 2026-07-28', { mode: { pin: '2026-07-28' } }],
  ])('speaks the protocol %s, and lists links in pages', async (_, versionNegotiation) => {
    const tag = `paged-${versionNegotiation.mode === 'legacy' ? 'old' : 'new'}`;
    const fields = { destination_url: 'https://example.com/paged', tags: [tag] };
    for (let made = 0; made < 5; made += 1) await workspace.make('/v1/links', fields);
    const reading = await assistant(readKey.key, [], { versionNegotiation });
    interface Page {
      readonly data: readonly { readonly id: string }[];
      readonly meta: { readonly next_cursor: string | null };
    }
    const first = await reading.ask<Page>('links_list', { tags: [tag], limit: 3 });
    const second = await reading.ask<Page>('links_list', { tags: [tag], limit: 3, cursor: first.meta.next_cursor });
    const ids = [...first.data, ...second.data].map(({ id }) => id);
    expect([first.data.length, second.data.length, new Set(ids).size]).toEqual([3, 2, 5]);
    expect(second.meta.next_cursor).toBeNull();
  });

  it('explains a drop: the figures of both windows, the groups that lost, and what was changed', async () => {
    const link = await workspace.make<{ id: string; alias: string }>('/v1/links', {
      destination_url: 'https://example.com/dropped',
    });
    const visit = () => send(product, 'GET', `/${link.alias}`, { headers: { 'user-agent': BROWSER } });
    for (let visits = 0; visits < 3; visits += 1) expect((await visit()).status).toBe(302);
    await eventually(async () => {
      const { body } = await workspace.client.get<{ totals: { clicks: number } }>(
        `/v1/analytics/links/${link.id}?range=24h`,
      );
      expect(body.totals.clicks).toBe(3);
    });
    const start = new Date();
    await workspace.make(`/v1/links/${link.id}/disable`);
    const window = {
      range: 'custom',
      start: start.toISOString(),
      end: new Date(start.getTime() + 3_600_000).toISOString(),
    };
    const reading = await assistant(readKey.key);
    const ofLink = await reading.ask('clicks_compare', { of: 'link', id: link.id, ...window });
    expect(ofLink).toMatchObject({
      totals: { clicks: 0 },
      totals_before: { clicks: 3 },
      groups: { browsers: [{ key: 'Chrome', before: 3, now: 0 }] },
      changes: [
        { link_id: link.id, entries: expect.arrayContaining([expect.objectContaining({ type: 'link.disabled' })]) },
      ],
    });
    const ofAll = await reading.ask('clicks_compare', window);
    expect(ofAll).toMatchObject({
      groups: { links: [{ key: link.id, before: 3, now: 0 }] },
      changes: [{ link_id: link.id }],
    });
    const { messages } = await reading.client.getPrompt(
      { name: 'explain_drop', arguments: { link: link.alias, range: '24h' } },
      PATIENT,
    );
    expect(JSON.stringify(messages)).toMatch(new RegExp(`${link.alias}.*clicks_compare.*24h`));
  });

  it("walks a key's history, over its rotations", async () => {
    const first = await workspace.keyWith('Read', 'walked');
    const second = await workspace.make<Key>(`/v1/api-keys/${first.id}/rotate`);
    await workspace.make(`/v1/api-keys/${first.id}/revoke`, { reason: 'Leaked' });
    const reading = await assistant(readKey.key);
    const listed = await reading.ask<{ data: readonly { id: string; name: string }[] }>('api_keys_list', {
      limit: 100,
    });
    expect(listed.data.map(({ id }) => id)).toEqual(expect.arrayContaining([first.id, second.id]));
    const history = await reading.ask<{ data: readonly { type: string }[] }>('api_keys_history', {
      id: second.id,
      lineage: true,
    });
    expect(history.data.map(({ type }) => type)).toEqual(['api_key.created', 'api_key.rotated', 'api_key.revoked']);
    const { prompts } = await reading.client.listPrompts(undefined, PATIENT);
    expect(prompts.map(({ name }) => name)).toEqual(['explain_drop', 'walk_key_history']);
    await expect(reading.client.getPrompt({ name: 'walk_key_history' }, PATIENT)).rejects.toThrow('key is missing');
  });
});
