import { eventually } from '../support/programs';
import { send } from '../support/waymark';
import { Keyboard } from './support/keyboard';
import { inBrowser, type Walk } from './support/walk';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';

/** Whose headers say from which country visitors come. */
const proxied = () => ({ TRUST_PROXY: 'true' });

const tasks = (walk: Walk): void => {
  const keyboard = new Keyboard(walk);
  const role = (name: string, named: string | RegExp) => walk.page.getByRole(name, { name: named, exact: true });
  const { field, button } = walk;
  const dialog = () => keyboard.dialog();
  const inDialog = (name: string) => dialog().getByRole('button', { name, exact: true });
  const said = (text: string | RegExp) => walk.page.getByText(text).first().waitFor();

  it('signs in', async () => {
    const { email, password } = walk.product.bootstrap;
    await walk.page.goto(`${walk.product.url}/`);
    await keyboard.waitAt(field('E-mail'));
    await keyboard.type(email);
    await keyboard.press('Tab');
    await keyboard.type(password);
    await keyboard.press('Enter');
    await walk.heading('Overview').waitFor();
    walk.workspace = new URL(walk.page.url()).pathname.split('/')[2] ?? '';
  });

  it('makes a link, changes it, and restores what it was', async () => {
    await keyboard.press('c');
    await keyboard.waitAt(field('Destination'));
    await keyboard.type('https://example.com/by-hand');
    await keyboard.write(field('Alias'), 'by-hand');
    await keyboard.press('Enter');
    await walk.heading(/\/by-hand$/).waitFor();
    await keyboard.press('e');
    await walk.heading(/^Edit /).waitFor();
    await keyboard.write(field('Title'), 'By hand');
    await keyboard.press('Enter');
    await button(/^Updated, /).waitFor();
    await keyboard.press('ArrowLeft');
    await walk.page.waitForURL(/as_of=/);
    await keyboard.enter(button('Restore these values'));
    await keyboard.enter(inDialog('Restore'));
    await said('Restored 1 field');
    await walk.heading(/\/by-hand$/).waitFor();
  });

  it('looks at a QR code, and duplicates a link from its menu', async () => {
    await keyboard.within(button('QR code'), () => keyboard.press('Escape'));
    await keyboard.enter(button('More actions'));
    await keyboard.waitForMenu();
    await keyboard.press('ArrowDown', 'Enter');
    await walk.heading('New link').waitFor();
    await keyboard.write(field('Alias'), 'by-hand-too');
    await keyboard.press('Enter');
    await walk.heading(/\/by-hand-too$/).waitFor();
  });

  it('walks through the list, selects, archives and takes it back', async () => {
    await keyboard.go('l', 'Links');
    await role('link', /\/by-hand-too$/).waitFor();
    await keyboard.press('j');
    await keyboard.waitAt(role('link', /\/by-hand-too$/));
    await keyboard.press('q');
    await walk.page.getByRole('dialog', { name: 'QR code' }).waitFor();
    await keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
    await keyboard.waitAt(role('link', /\/by-hand-too$/));
    await keyboard.press('j', 'x', 'k', 'x');
    const bar = walk.page.getByRole('region', { name: 'Selected links' });
    await bar.getByText('2 selected').waitFor();
    await keyboard.enter(bar.getByRole('button', { name: 'Archive' }));
    await said('2 links archived');
    await keyboard.enter(button('Undo').last());
    await eventually(async () =>
      expect(await walk.api('GET', '/v1/links/count?status=archived')).toMatchObject({ count: 0 }),
    );
    await keyboard.write(field('Filter by words'), 'nothing like it');
    await said('No link matches');
    await keyboard.press('Control+a', 'Delete');
    await role('link', /\/by-hand-too$/).waitFor();
  });

  it('finds a link and a screen in the palette, and gives the focus back', async () => {
    await keyboard.tabTo(field('Filter by words'));
    await keyboard.press('Control+k');
    await dialog().waitFor();
    await keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
    await keyboard.waitAt(field('Filter by words'));
    await keyboard.press('Control+k');
    await dialog().waitFor();
    await keyboard.type('by-hand-too');
    await role('option', /by-hand-too/)
      .first()
      .waitFor();
    await keyboard.press('Enter');
    await walk.heading(/\/by-hand-too$/).waitFor();
  });

  it('opens what an id and a short URL name in the palette, and shortens an address without a scheme', async () => {
    const ask = async (text: string): Promise<void> => {
      await keyboard.press('Control+k');
      await keyboard.waitAt(walk.page.getByRole('combobox', { name: /^Search links/ }));
      await keyboard.type(text);
    };
    const first = (name: RegExp) => role('option', name).and(walk.page.locator('[aria-selected=true]')).waitFor();
    await keyboard.go('o', 'Overview');
    await ask((await walk.link('by-hand-too')).id);
    await first(/^Open the link/);
    await keyboard.press('Enter');
    await walk.heading(/\/by-hand-too$/).waitFor();
    await ask(`${new URL(walk.product.url).host}/by-hand`);
    await first(/\/by-hand /);
    await keyboard.press('Enter');
    await walk.heading(/\/by-hand$/).waitFor();
    await ask('example.com/a/b');
    await first(/^Shorten https:\/\/example\.com\/a\/b$/);
    await keyboard.press('Enter');
    await walk.heading('New link').waitFor();
    await keyboard.tabTo(field('Destination'));
    expect(await field('Destination').inputValue()).toBe('https://example.com/a/b');
    await keyboard.press('Enter');
    await walk.page.waitForURL(/\/links\/link_/);
  });

  it('makes a key, copies it, renames it, and revokes it', async () => {
    await keyboard.go('k', 'API keys');
    await keyboard.within(button('Create key').first(), async () => {
      await keyboard.waitAt(dialog().getByRole('textbox', { name: 'Name' }));
      await keyboard.type('Deployment');
      await keyboard.press('Enter');
      await keyboard.enter(button('Copy key'));
      await keyboard.enter(inDialog('Done'));
    });
    const actions = button('Actions for Deployment');
    await keyboard.enter(actions);
    await keyboard.waitForMenu();
    await keyboard.press('ArrowDown', 'Enter');
    await keyboard.write(dialog().getByRole('textbox', { name: 'Name' }), 'Release');
    await keyboard.press('Enter');
    await said('Renamed');
    await keyboard.waitAt(button('Actions for Release'));
    await keyboard.press('Enter');
    await keyboard.waitForMenu();
    await keyboard.press('End', 'Enter');
    await keyboard.enter(inDialog('Revoke key'));
    await said('Revoked “Release”');
    await keyboard.waitAt(button('Actions for Release'));
  });

  it('makes a campaign, starts it and ends it', async () => {
    await keyboard.go('c', 'Campaigns');
    await keyboard.enter(role('link', 'Create campaign').first());
    await keyboard.write(field('Name'), 'Spring');
    await keyboard.press('Enter');
    await walk.heading('Spring').waitFor();
    await keyboard.enter(button('Start'));
    await said(/^It is active/);
    await keyboard.enter(button('End'));
    await keyboard.enter(inDialog('End campaign'));
    await said(/^It has ended/);
    await keyboard.waitAt(button('End'));
  });

  it('makes a webhook, and removes it once its host is typed', async () => {
    await keyboard.go('w', 'Webhooks');
    await keyboard.enter(role('link', 'Create webhook').first());
    await keyboard.write(field('Endpoint'), 'https://hooks.example.invalid/calls');
    await keyboard.tabTo(field('All events of links'));
    await keyboard.press('Space', 'Space');
    await keyboard.press('Enter');
    await keyboard.enter(button('Copy secret'));
    await keyboard.enter(button('Done'));
    await walk.heading(/^hooks\.example\.invalid/).waitFor();
    await keyboard.enter(button('More actions'));
    await keyboard.waitForMenu();
    await keyboard.press('End', 'Enter');
    await keyboard.write(field(/^Type /), 'hooks.example.invalid');
    await keyboard.enter(button('Delete webhook'));
    await said('No webhooks yet');
  });

  it('adds a domain, and invites somebody', async () => {
    await keyboard.go('d', 'Domains');
    await keyboard.enter(button('Add domain').first());
    await keyboard.waitAt(field('Host name'));
    await keyboard.type('go.hand.example');
    await keyboard.press('Enter');
    await walk.heading('go.hand.example').waitFor();
    await keyboard.go('m', 'Workspace');
    await keyboard.within(button('Invite'), async () => {
      await keyboard.waitAt(field('E-mail'));
      await keyboard.type('grace@example.com');
      await keyboard.press('Enter');
      await keyboard.enter(button('Copy link'));
      await keyboard.enter(inDialog('Done'));
    });
  });

  it('makes a QR code of a link that is found by its words', async () => {
    await keyboard.go('q', 'QR codes');
    await keyboard.enter(role('link', 'Create QR code').first());
    await keyboard.write(field('Link'), 'by-hand-too');
    await keyboard.enter(
      walk.page.getByRole('list', { name: 'Links that match' }).getByRole('button', { name: /\/by-hand-too/ }),
    );
    await keyboard.write(field('Name'), 'Poster');
    await keyboard.press('Enter');
    await walk.heading('Poster').waitFor();
    expect(await walk.api('GET', '/v1/qr-codes')).toMatchObject({ data: [{ name: 'Poster' }] });
  });

  it('imports a file', async () => {
    await keyboard.go('i', 'Imports');
    // The browser hands files over only from a moment after it was asked to: the way to the button lies between.
    const [chooser] = await Promise.all([
      walk.page.waitForEvent('filechooser'),
      keyboard.enter(button('Choose a file')),
    ]);
    const buffer = Buffer.from('destination_url,alias\nhttps://example.com/a,from-a-file\n');
    await chooser.setFiles({ name: 'links.csv', mimeType: 'text/csv', buffer });
    await keyboard.enter(button('Import'));
    await walk.heading(/^Import from /).waitFor();
    await said('Completed');
  });

  it('chooses a country on the map, and filters by it', async () => {
    for (const country of ['DE', 'DE', 'MT']) {
      const headers = { 'user-agent': BROWSER, 'cf-ipcountry': country };
      await send(walk.product, 'GET', '/by-hand', { headers });
    }
    await eventually(async () =>
      expect(await walk.api('GET', '/v1/analytics/workspace')).toMatchObject({ totals: { clicks: 3 } }),
    );
    await walk.page.goto(`${walk.product.url}/app/${walk.workspace}`);
    await keyboard.tabTo(walk.page.getByRole('group', { name: /^Clicks by country/ }));
    await keyboard.press('ArrowRight');
    await said('Germany: 2 clicks');
    await keyboard.press('ArrowRight');
    await said('Malta: 1 click');
    await keyboard.press('Enter');
    await walk.page.waitForURL(/country=MT/);
    await walk.page.getByRole('list', { name: 'Filters' }).getByText('Malta').waitFor();
    await keyboard.enter(button('Remove the filter Country'));
    await eventually(() => expect(walk.page.url()).not.toContain('country'));
  });

  it('asks for another window, and walks through the chart', async () => {
    await keyboard.go('o', 'Overview');
    const chart = walk.page.getByRole('group', { name: /^Clicks over time/ });
    await keyboard.tabTo(chart);
    await keyboard.press('End');
    await walk.page
      .locator('[aria-live=polite]')
      .filter({ hasText: /clicks?, \d+ visitors?/ })
      .waitFor();
    await keyboard.press('2');
    await walk.page.waitForURL(/range=yesterday/);
    await keyboard.press('x');
    await walk.page.waitForURL(/compare=previous/);
  });

  it('opens the requests of a screen and the list of keys, and gives the focus back', async () => {
    await keyboard.go('o', 'Overview');
    const opener = button(/^Show as request/);
    await keyboard.enter(opener);
    const panel = walk.page.getByRole('complementary', { name: 'This screen as requests' });
    await keyboard.tabTo(panel.getByRole('button', { name: 'Copy code' }));
    await keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
    await keyboard.waitAt(opener);
    await keyboard.press('?');
    await dialog().waitFor();
    await keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
    await keyboard.waitAt(opener);
  });
};

inBrowser('every task of the dashboard by keyboard alone', tasks, proxied);
