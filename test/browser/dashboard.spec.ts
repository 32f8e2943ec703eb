import { eventually } from '../support/programs';
import { send } from '../support/waymark';
import { inBrowser } from './support/walk';

inBrowser('the dashboard', (walk) => {
  let link: string;

  it('leads from / to the sign-in, which names what is wrong and keeps what was typed', async () => {
    const { email, password } = walk.product.bootstrap;
    await walk.page.goto(`${walk.product.url}/`);
    await walk.enter({ email, password: `${password}x` });
    walk.failures += 1;
    await walk.page.getByRole('alert').first().waitFor();
    expect(await walk.page.getByLabel('E-mail').inputValue()).toBe(email);
    await walk.signIn();
    expect(walk.workspace).toBe(walk.product.bootstrap.workspace_id);
    await walk.page.getByText('No links yet').waitFor();
  });

  it('keeps the session over a reload, in a cookie that no script reads, and shares it with other tabs', async () => {
    expect(await walk.page.evaluate('document.cookie')).toBe('');
    expect(await walk.page.evaluate('JSON.stringify(localStorage)')).not.toMatch(/ey|svc_|"[\w-]{40,}/);
    const there = walk.page.url();
    const other = await walk.person.open();
    await Promise.all([walk.page, other].map((tab) => tab.goto(there)));
    for (const tab of [walk.page, other]) await tab.getByRole('heading', { name: 'Overview' }).waitFor();
    await Promise.all([walk.page, other].map((tab) => tab.goto(there)));
    for (const tab of [walk.page, other]) await tab.getByRole('heading', { name: 'Overview' }).waitFor();
    await other.close();
  });

  it('keeps the session when the server does not answer at a reload, and goes on when it does', async () => {
    const refresh = '**/v1/auth/refresh';
    await walk.page.route(refresh, (route) => route.fulfill({ status: 503, body: '' }));
    await walk.page.goto(walk.page.url());
    walk.failures += 1;
    await walk.page.getByRole('alert').waitFor();
    await walk.page.unroute(refresh);
    await walk.page.getByRole('button', { name: 'Try again' }).click();
    await walk.heading('Overview').waitFor();
  });

  it('shortens a URL, which then stands in the list and opens', async () => {
    await walk.page.getByRole('link', { name: 'Create link' }).first().click();
    await walk.page.getByLabel('Destination', { exact: true }).fill('not a URL');
    await walk.page.getByLabel('Alias').fill('summer-26');
    await walk.page.getByRole('button', { name: 'Create link' }).click();
    walk.failures += 1;
    await walk.page.getByText('Must be an absolute http or https URL.').first().waitFor();
    await walk.page.getByLabel('Destination', { exact: true }).fill('https://example.com/sale');
    await walk.page.getByLabel('Title', { exact: true }).fill('Summer sale');
    await walk.page.getByRole('button', { name: 'Create link' }).click();
    await walk.heading(/\/summer-26$/).waitFor();

    await walk.page.getByRole('link', { name: 'Links' }).click();
    await walk.page.getByRole('link', { name: /\/summer-26$/ }).click();
    await walk.heading(/\/summer-26$/).waitFor();
    link = new URL(walk.page.url()).pathname.split('/')[4] ?? '';
    const found = await send(walk.product, 'GET', '/summer-26', { headers: { 'user-agent': 'Mozilla/5.0' } });
    expect([found.status, found.headers.location]).toEqual([302, 'https://example.com/sale']);
  });

  it('shows a link as it was, and restores what it had then', async () => {
    await walk.page.getByRole('link', { name: 'Edit' }).click();
    await walk.page.getByLabel('Title', { exact: true }).fill('Winter sale');
    await walk.page.getByRole('button', { name: 'Save' }).click();
    await walk.page.getByRole('button', { name: /^Updated, / }).waitFor();
    await walk.page.keyboard.press('ArrowLeft');
    await walk.page.waitForURL(/as_of=/);
    await walk.page.getByText('Winter sale').waitFor();
    await walk.page.getByRole('button', { name: 'Restore these values' }).click();
    await walk.page.getByRole('button', { name: 'Restore', exact: true }).click();
    await walk.page.getByText('Restored 1 field').waitFor();
    const updates = walk.page.getByRole('button', { name: /^Updated, / });
    await eventually(async () => expect(await updates.count()).toBe(2));
  });

  it('shows no direction where a change rounds to nothing', async () => {
    const url = /\/v1\/analytics\/workspace\?/;
    const analytics = await walk.api<{ readonly totals: object; readonly previous: object }>(
      'GET',
      '/v1/analytics/workspace?range=7d',
    );
    const body = JSON.stringify({
      ...analytics,
      totals: { ...analytics.totals, clicks: 1_001, unique_clicks: 1_010 },
      previous: { ...analytics.previous, clicks: 1_000, unique_clicks: 1_000 },
    });
    await walk.page.route(url, (route) => route.fulfill({ contentType: 'application/json', body }));
    await walk.go('?range=7d');
    await walk.page.getByText('1,001').waitFor();
    await walk.page.unroute(url);
    const totals = walk.page.locator('dl').first();
    expect(await totals.getByText('up by').count()).toBe(1);
    expect(await totals.locator('dd').first().textContent()).toBe('1,0010%');
  });

  it('shows the names of all days below the chart whole', async () => {
    await walk.go('?range=7d');
    await walk.page.getByRole('group', { name: /^Clicks over time/ }).waitFor();
    await walk.settle();
    const beyond = await walk.page.evaluate<readonly string[]>(`[...document.querySelectorAll('main svg text')]
      .filter((text) => text.getBoundingClientRect().right > text.closest('svg').getBoundingClientRect().right)
      .map(({ textContent }) => textContent)`);
    expect(beyond).toEqual([]);
  });

  it('makes a key, which is shown once and works', async () => {
    await walk.go('keys');
    await walk.page.getByRole('button', { name: 'Create key' }).click();
    await walk.page.getByLabel('Name').fill('Nightly export');
    await walk.page.getByRole('button', { name: 'Create key' }).last().click();
    const key = (await walk.page.locator('#new-key-value').textContent()) ?? '';
    expect(key).toMatch(/^svc_live_\w{49}$/);
    const answer = await send(walk.product, 'GET', '/v1/links', { headers: { authorization: `Bearer ${key}` } });
    expect(answer.status).toBe(200);
    await walk.page.getByRole('button', { name: 'Copy key' }).click();
    await walk.page.getByRole('button', { name: 'Done' }).click();
    await walk.page.locator('#new-key-value').waitFor({ state: 'hidden' });
  });

  it('has the history of a key at an address of its own, which Back leaves, and knows keys of other pages', async () => {
    const shown = walk.page.getByRole('dialog', { name: 'History of “Nightly export”' });
    await walk.page.getByRole('button', { name: 'Nightly export', exact: true }).click();
    await shown.waitFor();
    await walk.page.waitForURL(/\/keys\?history=key_\w+$/);
    const id = new URL(walk.page.url()).searchParams.get('history') ?? '';
    await walk.page.evaluate('history.back()');
    await shown.waitFor({ state: 'hidden' });
    await walk.page.goto(`${walk.product.url}/app/${walk.workspace}/keys?page=2&history=${id}`);
    await shown.waitFor();
    await shown.getByText('svc_live_').first().waitFor();
    await walk.page.keyboard.press('Escape');
    await shown.waitFor({ state: 'hidden' });
    expect(new URL(walk.page.url()).search).toBe('?page=2');
    await walk.go('keys');
  });

  it('shows the newest events of a key with a long history', async () => {
    const [limit, total] = [100, 250];
    const asked: number[] = [];
    const url = /\/v1\/api-keys\/[^/]+\/history\?/;
    const eventOf = (number: number) => ({
      id: `evt_${number}`,
      type: number === total ? 'api_key.revoked' : 'api_key.renamed',
      at: new Date(Date.now() - (total - number) * 60_000).toISOString(),
      actor: { type: 'system', id: 'scheduler' },
      request_id: `req_${number}`,
      changes: {},
      revision: String(number),
    });
    await walk.page.route(url, (route) => {
      const page = Number(new URL(route.request().url()).searchParams.get('page'));
      asked.push(page);
      const data = Array.from({ length: Math.min(limit, total - (page - 1) * limit) }, (_, index) =>
        eventOf((page - 1) * limit + index + 1),
      );
      return route.fulfill({ json: { data, meta: { total, page, limit } } });
    });
    await walk.page.goto(`${walk.product.url}/app/${walk.workspace}/keys`);
    await walk.page.getByRole('button', { name: 'Nightly export', exact: true }).click();
    await walk.page.getByText('The last 100 of 250 events.').waitFor();
    const events = walk.page.getByRole('region', { name: 'Events' }).getByRole('listitem');
    expect([await events.count(), asked]).toEqual([limit, [1, 2, 3]]);
    expect(await events.first().textContent()).toContain('Revoked');
    await walk.page.unroute(url);
    await walk.page.keyboard.press('Escape');
  });

  it('renames a key, and says so before it overwrites a name that somebody else has given it', async () => {
    const { id } = await walk.api<{ readonly id: string }>('POST', '/v1/api-keys', { name: 'Backup', scope: 'Read' });
    const nameOf = async () => (await walk.api<{ readonly name: string }>('GET', `/v1/api-keys/${id}`)).name;
    await walk.page.goto(`${walk.product.url}/app/${walk.workspace}/keys`);
    await walk.page.getByRole('button', { name: 'Actions for Backup' }).click();
    const read = walk.page.waitForResponse((response) => response.url().endsWith(`/v1/api-keys/${id}`));
    await walk.page.getByRole('menuitem', { name: 'Rename' }).click();
    await read;
    const [field, rename] = [
      walk.page.getByRole('dialog').getByRole('textbox', { name: 'Name' }),
      walk.page.getByRole('dialog').getByRole('button', { name: 'Rename' }),
    ];
    await field.fill('Nightly backup');
    await walk.api('PATCH', `/v1/api-keys/${id}`, { name: 'Weekly backup' });
    await walk.provoking(async () => {
      await rename.click();
      await walk.page.getByText('it is called “Weekly backup” now').waitFor();
    });
    expect([await nameOf(), await field.inputValue()]).toEqual(['Weekly backup', 'Nightly backup']);
    await rename.click();
    await walk.page.getByText('Renamed').first().waitFor();
    expect(await nameOf()).toBe('Nightly backup');
  });

  it('revokes a key in use once its name is typed as it is seen', async () => {
    const { id, key } = await walk.api<{ readonly id: string; readonly key: string }>('POST', '/v1/api-keys', {
      name: 'Two  blanks',
      scope: 'Read',
    });
    await send(walk.product, 'GET', '/v1/links', { headers: { authorization: `Bearer ${key}` } });
    const read = () =>
      walk.api<{ readonly last_used_at: string | null; readonly status: string }>('GET', `/v1/api-keys/${id}`);
    await eventually(async () => expect((await read()).last_used_at).not.toBeNull());
    await walk.page.goto(`${walk.product.url}/app/${walk.workspace}/keys`);
    await walk.page.getByRole('button', { name: /^Actions for Two/ }).click();
    await walk.page.getByRole('menuitem', { name: 'Revoke' }).click();
    const dialog = walk.page.getByRole('dialog');
    const revoke = dialog.getByRole('button', { name: 'Revoke key' });
    expect(await revoke.getAttribute('aria-disabled')).toBe('true');
    await dialog.getByRole('textbox', { name: /^Type/ }).fill('Two blanks');
    await revoke.click();
    await walk.page.getByText(/^Revoked “Two/).waitFor();
    expect((await read()).status).toBe('revoked');
  });

  walk.testLooks(
    [
      ['overview', () => '', 'Overview'],
      ['links', () => 'links', 'Links'],
      // Screens that have the same heading do not follow each other: it says that the next one is there.
      ['new link', () => 'links/new', 'New link'],
      ['no links', () => 'links?search=nothing-has-this-name', 'Links'],
      ['link', () => `links/${link}`, /\/summer-26$/],
      ['link that is none', () => ((walk.failures += 1), 'links/link_none'), 'Link'],
      ['link as it was', () => `links/${link}?as_of=${new Date().toISOString()}`, /\/summer-26$/],
      ['edit link', () => `links/${link}/edit`, /^Edit .*\/summer-26$/],
      ['keys', () => 'keys', 'API keys'],
    ],
    [
      ['palette', () => walk.page.keyboard.press('Control+k')],
      ['shortcuts', () => walk.page.keyboard.press('?')],
      ['key', () => walk.page.getByRole('button', { name: 'Create key' }).click()],
      ['history of a key', () => walk.page.getByRole('button', { name: 'Nightly export', exact: true }).click()],
      ['menu', () => walk.page.getByRole('button', { name: 'Actions for Nightly export' }).click()],
    ],
  );
});
