import { readFileSync } from 'node:fs';
import { eventually } from '../support/programs';
import { inBrowser } from './support/walk';

const MANY = 130;
/** many-12 and many-120 to many-129. */
const FOUND = 11;

inBrowser('the list of links in the dashboard', (walk) => {
  const { field, button } = walk;
  const selected = () => walk.page.getByRole('region', { name: 'Selected links' });
  const host = () => new URL(walk.product.url).host;
  const select = (alias: string) => walk.page.getByRole('checkbox', { name: `Select ${host()}/${alias}` }).click();
  const counted = async (query: string): Promise<number> =>
    (await walk.api<{ readonly count: number }>('GET', `/v1/links/count?${query}`)).count;
  /** Waits for this list: the one before has the same heading. @param total how many links it has, another number */
  const list = async (query: string, total: number): Promise<void> => {
    await walk.go(`links${query}`);
    await walk.page.locator(`[aria-label=Links][aria-rowcount="${total + 1}"]`).waitFor();
    await walk.settle();
  };

  it('tags links, and takes the tag away again', async () => {
    const body = Array.from({ length: MANY }, (_, index) => ({
      destination_url: `https://example.com/${index}`,
      alias: `many-${index}`,
      tags: ['all'],
    }));
    await walk.createLinks(body.slice(0, 100));
    await walk.createLinks(body.slice(100));
    await walk.signIn();
    await list('?search=many-12', FOUND);
    await select('many-129');
    await select('many-128');
    await selected().getByRole('button', { name: 'Tag' }).click();
    await field('Tag').fill('chosen');
    await button('Add it').click();
    await walk.page.getByText('2 links tagged').waitFor();
    expect((await walk.link('many-128')).tags).toEqual(['all', 'chosen']);

    await list('?tags=chosen', 2);
    await select('many-129');
    await selected().getByRole('button', { name: 'Tag' }).click();
    await field('Tag').fill('chosen');
    await button('Remove it').click();
    await walk.page.getByText('1 link without the tag').waitFor();
    expect((await walk.link('many-129')).tags).toEqual(['all']);
  });

  it.each([
    ['Disable', 'disabled', 'disabled'],
    ['Archive', 'archived', 'archived'],
  ])('takes back what %s did', async (action, words, status) => {
    await list('?search=many-12', FOUND);
    await select('many-127');
    await select('many-126');
    await selected().getByRole('button', { name: action }).click();
    await walk.page.getByText(`2 links ${words}`).waitFor();
    expect((await walk.link('many-127')).status).toBe(status);
    await button('Undo').last().click();
    await eventually(async () => expect((await walk.link('many-127')).status).toBe('active'));
    await eventually(async () => expect((await walk.link('many-126')).status).toBe('active'));
    await selected().waitFor({ state: 'hidden' });
  });

  it('takes back nothing of a link that was so before', async () => {
    const before = await walk.link('many-124');
    await walk.api('POST', `/v1/links/${before.id}/disable`);
    await list('?search=many-12', FOUND);
    await walk.page.reload();
    await walk.page.getByRole('row').filter({ hasText: 'many-124' }).getByText('Disabled').waitFor();
    await select('many-125');
    await select('many-124');
    await selected().getByRole('button', { name: 'Disable' }).click();
    await walk.page.getByText('2 links disabled').waitFor();
    await button('Undo').last().click();
    await eventually(async () => expect((await walk.link('many-125')).status).toBe('active'));
    await selected().waitFor({ state: 'hidden' });
    expect((await walk.link('many-124')).status).toBe('disabled');
    await walk.api('POST', `/v1/links/${before.id}/enable`);
  });

  it('opens the actions of a link by keys, and gives the focus back', async () => {
    await list('?search=many-12', FOUND);
    const actions = walk.page.getByRole('button', { name: `Actions for ${host()}/many-127` });
    const focused = walk.page.locator(':focus');
    const copy = walk.page.getByRole('menuitem', { name: /^Copy short URL/ });
    await actions.focus();
    // Opened for the first time, it is made.
    for (const _time of ['first', 'second']) {
      await walk.page.keyboard.press('Enter');
      await copy.and(focused).waitFor();
      await walk.page.keyboard.press('Escape');
      await actions.and(focused).waitFor();
    }
  });

  it('exports the links that the filters select', async () => {
    await list('?search=many-12&sort=clicks', FOUND);
    await button('Export').click();
    const [file] = await Promise.all([
      walk.page.waitForEvent('download'),
      walk.page.getByRole('menuitem', { name: 'Links as NDJSON' }).click(),
    ]);
    const links = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { readonly alias: string });
    expect(links.filter(({ alias }) => /^many-12\d?$/.test(alias))).toHaveLength(FOUND);
    expect(links).toHaveLength(FOUND);
  });

  it('asks a busy server again', async () => {
    const keys: (string | undefined)[] = [];
    const archive = '**/v1/links/bulk/archive';
    await walk.page.route(archive, (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      if (keys.length > 1) return route.continue();
      const body = JSON.stringify({ title: 'Busy', status: 503, detail: 'It is busy.', code: 'unavailable' });
      return route.fulfill({
        status: 503,
        headers: { 'retry-after': '1' },
        contentType: 'application/problem+json',
        body,
      });
    });
    await list('?search=many-12', FOUND);
    await select('many-127');
    await walk.provoking(async () => {
      await selected().getByRole('button', { name: 'Archive' }).click();
      await walk.page.getByText('1 link archived').waitFor();
    });
    await walk.page.unroute(archive);
    expect(keys).toEqual([expect.any(String), keys[0]]);
    expect((await walk.link('many-127')).status).toBe('archived');
    await button('Undo').last().click();
    await eventually(async () => expect((await walk.link('many-127')).status).toBe('active'));
    await selected().waitFor({ state: 'hidden' });
  });

  it('asks again where a busy server left one of the links undone', async () => {
    const keys: (string | undefined)[] = [];
    const archive = '**/v1/links/bulk/archive';
    const error = { title: 'Busy', status: 503, detail: 'It is busy.', code: 'unavailable' };
    await walk.page.route(archive, (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      if (keys.length > 1) return route.continue();
      const data = [200, 503, 200].map((status, index) => ({ index, status, ...(status === 503 && { error }) }));
      return route.fulfill({ status: 200, json: { data, meta: { succeeded: 2, failed: 1 } } });
    });
    await list('?search=many-12', FOUND);
    for (const alias of ['many-127', 'many-126', 'many-125']) await select(alias);
    await selected().getByRole('button', { name: 'Archive' }).click();
    await walk.page.getByText('3 links archived').waitFor();
    await walk.page.unroute(archive);
    expect(keys).toEqual([expect.any(String), keys[0]]);
    expect(await counted('status=archived')).toBe(3);
    await button('Undo').last().click();
    await eventually(async () => expect(await counted('status=archived')).toBe(0));
    await selected().waitFor({ state: 'hidden' });
  });

  it('deletes a range of links, and restores them', async () => {
    await list('?search=many-12', FOUND);
    const rows = walk.page.getByRole('checkbox');
    const there = await rows.count();
    await rows.first().click();
    await rows.last().click({ modifiers: ['Shift'] });
    await selected().getByText(`${there} selected`).waitFor();
    await selected().getByRole('button', { name: 'Delete' }).click();
    await walk.page.getByText(`${there} links deleted`).waitFor();
    await walk.page.getByText('No link matches').waitFor();
    await button('Undo').last().click();
    await eventually(async () => expect(await rows.count()).toBe(there));
  });

  it('lists those without a tag, and says so', async () => {
    await list('?tags=all', MANY);
    await button('all').click();
    await walk.page.getByRole('menuitemradio', { name: 'Without them' }).click();
    await walk.page.waitForURL(/exclude_tags=all/);
    await walk.page.keyboard.press('Escape');
    await walk.page.getByText('No link matches').waitFor();
    await button('Without all').click();
    await walk.page.getByRole('menuitemcheckbox', { name: /^chosen/ }).click();
    await walk.page.getByRole('menuitemcheckbox', { name: /^all/ }).click();
    await walk.page.waitForURL(/exclude_tags=chosen$/);
    await walk.page.keyboard.press('Escape');
    await button('Without chosen').waitFor();
    await walk.page.locator(`[aria-label=Links][aria-rowcount="${MANY}"]`).waitFor();
    expect(await counted('exclude_tags=chosen')).toBe(MANY - 1);
  });

  it('does nothing to a part of what is being selected', async () => {
    await list('?tags=all', MANY);
    await select(`many-${MANY - 1}`);
    const pages = /\/v1\/links\?/;
    const letGo = await walk.hold(pages);
    await selected()
      .getByRole('button', { name: `All ${MANY}` })
      .click();
    const isRefused = () => selected().getByRole('button', { name: 'Disable' }).getAttribute('aria-disabled');
    await eventually(async () => expect(await isRefused()).toBe('true'));
    letGo();
    await selected().getByText(`${MANY} selected`).waitFor();
    await walk.page.unroute(pages);
    expect(await isRefused()).toBeNull();
    await button('Clear').last().click();
  });

  it('tells what could not be done also once the list is left', async () => {
    const archive = '**/v1/links/bulk/archive';
    const error = { title: 'Gone', status: 409, detail: 'It is gone.', code: 'conflict', errors: [] };
    const json = { data: [{ index: 0, status: 409, error }], meta: { succeeded: 0, failed: 1 } };
    const answer = await walk.hold(archive, (route) => route.fulfill({ json }));
    await list('?search=many-12', FOUND);
    await select('many-127');
    await selected().getByRole('button', { name: 'Archive' }).click();
    await walk.go('');
    await walk.heading('Overview').waitFor();
    answer();
    await walk.page.getByText('1 link could not be changed').first().waitFor();
    await walk.page.unroute(archive);
  });

  it('stops to select all that match', async () => {
    await list('?tags=all', MANY);
    await select(`many-${MANY - 1}`);
    const pages = /\/v1\/links\?/;
    const letGo = await walk.hold(pages);
    await selected()
      .getByRole('button', { name: `All ${MANY}` })
      .click();
    const ended = walk.page.waitForEvent('requestfailed', (request) => pages.test(request.url()));
    await selected().getByRole('button', { name: 'Stop' }).click();
    await ended;
    letGo();
    await selected().getByText('1 selected').waitFor();
    await selected().getByRole('button', { name: 'Clear' }).click();
    await selected().waitFor({ state: 'hidden' });
    await walk.page.unroute(pages);
  });

  it('does it to all that match, whatever the order, and tells what could not be done', async () => {
    await list('?tags=all&sort=clicks', MANY);
    await walk.page.getByRole('checkbox').first().click();
    await selected()
      .getByRole('button', { name: `All ${MANY}` })
      .click();
    await selected().getByText(`${MANY} selected`).waitFor();
    // One of them goes meanwhile.
    await walk.api('DELETE', `/v1/links/${(await walk.link('many-5')).id}`);
    await selected().getByRole('button', { name: 'Archive' }).click();
    await walk.page.getByRole('dialog', { name: '1 link could not be changed' }).waitFor();
    await button('Close').last().click();
    expect(await counted('status=archived')).toBe(MANY - 1);
    await button('Undo').last().click();
    await eventually(async () => expect(await counted('status=archived')).toBe(0));
  });

  it('changes no link by a request of its own, however many are selected', () => {
    const changes = walk.person.requests.filter((request) => /^(POST|PATCH|DELETE) \/v1\/links\//.test(request));
    expect(changes).toContain('POST /v1/links/bulk/disable');
    expect(changes.filter((request) => request.includes('/link_'))).toEqual([]);
  });
});
