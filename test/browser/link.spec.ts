import { readFileSync } from 'node:fs';
import { eventually } from '../support/programs';
import { send } from '../support/waymark';
import { inBrowser } from './support/walk';

const BROWSER = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0' };

inBrowser('a link in the dashboard', (walk) => {
  const { field, button } = walk;
  const opened = (alias: string) => walk.heading(`${new URL(walk.product.url).host}/${alias}`).waitFor();
  const fold = (name: string) => walk.page.locator('summary').filter({ hasText: name }).click();

  beforeAll(() => walk.signIn());

  it('makes a link with rules, and says who goes where before and after', async () => {
    await walk.go('links/new');
    await field('Destination').fill('https://example.com/rest');
    await field('Alias').fill('ruled');
    await fold('Rules');
    await button('Add a rule').click();
    const rule = (number: number) => walk.page.getByRole('group', { name: `Rule ${number}` });
    await rule(1).getByRole('textbox', { name: 'Values, separated by commas' }).fill('DE, AT');
    await rule(1).getByRole('textbox', { name: 'Then lead to' }).fill('https://example.com/german');
    await button('Add a rule').click();
    await rule(2).getByRole('combobox').selectOption('device');
    await rule(2).getByRole('textbox', { name: 'Values, separated by commas' }).fill('mobile');
    await rule(2).getByRole('textbox', { name: 'Then lead to' }).fill('https://example.com/small');
    await fold('Who goes where');
    const outcome = walk.page.getByRole('complementary', { name: 'What visitors get' }).getByRole('status');
    await outcome.filter({ hasText: 'No rule decides' }).waitFor();
    await field('Country').fill('AT');
    await outcome.filter({ hasText: 'Rule 1 decides: this visitor goes on to' }).waitFor();
    await outcome.filter({ hasText: 'https://example.com/german' }).waitFor();
    await field('Country').fill('FR');
    await field('Device').selectOption('mobile');
    await outcome.filter({ hasText: 'Rule 2 decides' }).waitFor();
    // The order of the rules decides where both hold.
    await field('Country').fill('DE');
    await outcome.filter({ hasText: 'Rule 1 decides' }).waitFor();
    await rule(1).getByRole('button', { name: 'Move down' }).click();
    await outcome.filter({ hasText: 'https://example.com/small' }).waitFor();
    await button('Create link').click();
    await opened('ruled');
    const phone =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1';
    const found = await send(walk.product, 'GET', '/ruled', { headers: { 'user-agent': phone } });
    expect(found.headers.location).toBe('https://example.com/small');
  });

  it('names the rule that the API refused, and keeps it open', async () => {
    const { id } = await walk.link('ruled');
    await walk.go(`links/${id}/edit`);
    await fold('Rules');
    await walk.page
      .getByRole('group', { name: 'Rule 2' })
      .getByRole('textbox', { name: 'Values, separated by commas' })
      .fill('Nowhere');
    await walk.provoking(async () => {
      await button('Save').click();
      await walk.page.getByText('Some fields need another value').waitFor();
    });
    const values = walk.page
      .getByRole('group', { name: 'Rule 2' })
      .getByRole('textbox', { name: 'Values, separated by commas' });
    expect(await values.getAttribute('aria-invalid')).toBe('true');
    await values.fill('CH');
    await button('Save').click();
    await opened('ruled');
  });

  it('leaves rules and times as they are to the millisecond and the comma, where one is changed and in a copy', async () => {
    const { id } = await walk.api<{ readonly id: string }>('POST', '/v1/links', {
      destination_url: 'https://example.com/',
      alias: 'exact',
      expires_at: '2099-12-31T23:59:59.999Z',
      rules: [
        { if: { before: '2099-06-30T23:59:59.999Z' }, destination_url: 'https://example.com/early' },
        { if: { query: { list: 'a,b' } }, destination_url: 'https://example.com/list' },
        { if: { country: 'DE' }, destination_url: 'https://example.com/german' },
      ],
    });
    const read = (of: string) =>
      walk.api<{ readonly rules: readonly object[]; readonly expires_at: string }>('GET', `/v1/links/${of}`);
    const [first, second, third] = (await read(id)).rules;
    await walk.go(`links/${id}/edit`);
    await fold('Rules');
    await walk.page
      .getByRole('group', { name: 'Rule 3' })
      .getByRole('textbox', { name: 'Then lead to' })
      .fill('https://example.com/swiss');
    await button('Save').click();
    await opened('exact');
    const rules = [first, second, { ...third, destination_url: 'https://example.com/swiss' }];
    expect((await read(id)).rules).toEqual(rules);
    await walk.go(`links/new?from=${id}`);
    await walk.heading('New link').waitFor();
    await button('Create link').click();
    await walk.page.waitForURL(/\/links\/link_/);
    const copy = new URL(walk.page.url()).pathname.split('/').at(-1) ?? '';
    expect(copy).not.toBe(id);
    expect(await read(copy)).toMatchObject({ rules, expires_at: '2099-12-31T23:59:59.999Z' });
  });

  it('has a comma and a backslash in a value of a rule that is changed', async () => {
    const { id } = await walk.api<{ readonly id: string }>('POST', '/v1/links', {
      destination_url: 'https://example.com/',
      alias: 'commas',
      rules: [{ if: { query: { list: 'a,b\\c', beta: true } }, destination_url: 'https://example.com/list' }],
    });
    await walk.go(`links/${id}/edit`);
    await fold('Rules');
    const values = walk.page.getByRole('textbox', { name: 'Values, separated by commas' });
    expect(await values.inputValue()).toBe('beta, list=a\\,b\\\\c');
    await values.fill('list=a\\,d\\e\\\\, gamma');
    await button('Save').click();
    await opened('commas');
    const { rules } = await walk.api<{ readonly rules: readonly object[] }>('GET', `/v1/links/${id}`);
    expect(rules).toMatchObject([{ if: { query: { list: 'a,d\\e\\', gamma: true } } }]);
  });

  it('duplicates a link but for its address, and keeps the draft of another one', async () => {
    await walk.go('links/new');
    await field('Title').fill('A draft');
    const { id } = await walk.link('ruled');
    await walk.go(`links/new?from=${id}`);
    await walk.page.getByText('2 rules').waitFor();
    expect(await field('Destination').inputValue()).toBe('https://example.com/rest');
    expect(await field('Alias').inputValue()).toBe('');
    await field('Alias').fill('ruled-too');
    await button('Create link').click();
    await opened('ruled-too');
    expect(await walk.link('ruled-too')).toMatchObject({ rules: [{}, {}] });

    await walk.go('links/new');
    await walk.page.getByText('What you typed last time.').waitFor();
    expect(await field('Title').inputValue()).toBe('A draft');
    await button('Start anew').click();
    expect(await field('Title').inputValue()).toBe('');
    await walk.page.getByText('What you typed last time.').waitFor({ state: 'hidden' });
  });

  it('keeps rules of a draft apart from those that are added to it', async () => {
    await walk.go('links/new');
    await field('Title').fill('With rules');
    await fold('Rules');
    await button('Add a rule').click();
    await button('Add a rule').click();
    await walk.page.goto(walk.page.url());
    await fold('Rules');
    await button('Add a rule').click();
    await button('Remove rule 3').click();
    await eventually(async () => expect(await walk.page.getByRole('group', { name: /^Rule \d$/ }).count()).toBe(2));
    await button('Start anew').click();
  });

  it('sets a password and takes it away', async () => {
    const { id } = await walk.link('ruled-too');
    await walk.go(`links/${id}/edit`);
    await fold('Password');
    await field('Password').fill('open sesame');
    await button('Save').click();
    await opened('ruled-too');
    expect((await send(walk.product, 'GET', '/ruled-too', { headers: BROWSER })).status).toBe(401);
    await walk.go(`links/${id}/edit`);
    await walk.page.getByText('Has one').waitFor();
    await fold('Password');
    await walk.page.getByLabel('Remove the password', { exact: true }).check();
    await button('Save').click();
    await opened('ruled-too');
    expect((await send(walk.product, 'GET', '/ruled-too', { headers: BROWSER })).status).toBe(302);
  });

  it('shows a link as it was, from each of its changes to the next', async () => {
    const { id } = await walk.link('ruled-too');
    await walk.go(`links/${id}`);
    const changes = walk.page.getByRole('region', { name: 'History' }).getByRole('listitem');
    await eventually(async () => expect(await changes.count()).toBe(3));
    await walk.page.keyboard.press('ArrowLeft');
    const then = walk.page.getByRole('region', { name: 'As it was' });
    await then.getByText('Password').waitFor();
    expect(await button('Restore these values').getAttribute('aria-disabled')).toBe('true');
    await walk.page.keyboard.press('ArrowLeft');
    await walk.page.keyboard.press('ArrowRight');
    await walk.page.keyboard.press('ArrowRight');
    await then.waitFor({ state: 'hidden' });
    expect(walk.page.url()).not.toContain('as_of');
  });

  it('leaves the page of a link that it deletes, and does not ask for it again', async () => {
    const { id } = await walk.link('ruled-too');
    const path = `/v1/links/${id}`;
    await walk.go(`links/${id}`);
    await opened('ruled-too');
    await walk.settle();
    const before = walk.person.requests.length;
    await button('More actions').click();
    await walk.page.getByRole('menuitem', { name: 'Delete' }).click();
    await walk.heading('Links').waitFor();
    await walk.settle();
    const since = walk.person.requests.slice(before);
    expect(since.filter((request) => request.includes(path))).toEqual([`DELETE ${path}`]);
    // The list is long, and the notice stands behind it: a letter takes it back from anywhere.
    await button('Undo').last().waitFor();
    await walk.page.keyboard.press('z');
    await eventually(async () => expect((await walk.link('ruled-too')).status).toBe('active'));
  });

  it('saves the clicks behind the numbers as a file, by a ticket', async () => {
    await send(walk.product, 'GET', '/ruled', { headers: BROWSER });
    await walk.go('');
    await eventually(async () => {
      const { totals } = await walk.api<{ readonly totals: { readonly clicks: number } }>(
        'GET',
        '/v1/analytics/workspace',
      );
      expect(totals.clicks).toBe(3);
    });
    await button('Export').click();
    const [file] = await Promise.all([
      walk.page.waitForEvent('download'),
      walk.page.getByRole('menuitem', { name: 'Clicks as CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/\.csv$/);
    const lines = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\n');
    expect(lines).toHaveLength(4);
    expect(lines.filter((line) => line.includes('/ruled'))).toHaveLength(3);
  });
});
