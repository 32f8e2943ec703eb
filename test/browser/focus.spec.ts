import { eventually } from '../support/programs';
import { send } from '../support/waymark';
import { Keyboard } from './support/keyboard';
import { inBrowser } from './support/walk';

/** Enough for panels of ten rows, as a workspace has them that is in use. */
const MANY = 12;
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';

inBrowser('the focus in the dashboard', (walk) => {
  const keyboard = new Keyboard(walk);
  const { field, button } = walk;
  const filters = () => walk.page.getByRole('group', { name: 'Filters' });

  beforeAll(async () => {
    const body = Array.from({ length: MANY }, (_, index) => ({
      destination_url: `https://example.com/${index}`,
      alias: `row-${index}`,
    }));
    await walk.createLinks(body);
    for (let index = 0; index < MANY; index += 1) {
      const headers = { 'user-agent': BROWSER, referer: `https://site-${index}.example.com/` };
      await send(walk.product, 'GET', `/row-${index}`, { headers });
    }
    await eventually(async () =>
      expect(await walk.api('GET', '/v1/analytics/workspace')).toMatchObject({ totals: { clicks: MANY } }),
    );
    await walk.signIn();
  });

  it('shows a toast that was made before there was a place for it', async () => {
    const chunk = /\/assets\/toasts-[^/]*\.js$/;
    const letGo = await walk.hold(chunk);
    await walk.page.goto(`${walk.product.url}/app/${walk.workspace}/links`);
    await walk.page.getByRole('link', { name: /\/row-0$/ }).waitFor();
    await keyboard.press('j', 'y');
    letGo();
    await walk.page.getByText(/^Copied /).waitFor();
    await walk.page.unroute(chunk);
  });

  it('gets from the chart to the map in few stops, and walks through the rows of a panel by its arrows', async () => {
    await keyboard.go('o', 'Overview');
    await keyboard.tabTo(walk.page.getByRole('group', { name: /^Clicks over time/ }));
    const map = walk.page.getByRole('group', { name: /^Clicks by country/ });
    await map.waitFor();
    let stops = 0;
    for (; !(await keyboard.isAt(map)); stops += 1) await keyboard.press('Tab');
    // The table of the chart; tabs, rows and "All" of two panels; tabs of the map; the map.
    expect(stops).toBeLessThanOrEqual(9);
    const rows = walk.page.getByRole('region', { name: 'Referrers' }).getByRole('list').getByRole('button');
    await keyboard.press('Shift+Tab', 'Shift+Tab', 'Shift+Tab');
    await keyboard.waitAt(rows.first());
    await keyboard.press('End', 'ArrowUp', 'Home', 'ArrowDown');
    await keyboard.waitAt(rows.nth(1));
    await keyboard.press('Enter');
    await walk.page.waitForURL(/referrer=/);
  });

  it('goes on beside a filter that was taken away', async () => {
    await keyboard.enter(button('Remove the filter Referrer'));
    await keyboard.waitAt(walk.page.getByRole('group', { name: 'What is counted' }));
    await keyboard.go('l', 'Links');
    await keyboard.press('f');
    await keyboard.type('row-1');
    await walk.page.waitForURL(/search=row-1/);
    await keyboard.enter(button('Clear'));
    await keyboard.waitAt(filters());
    expect(await field('Filter by words').inputValue()).toBe('');
    await keyboard.go('a', 'Activity');
    await keyboard.enter(button('Link created').first());
    await walk.page.waitForURL(/type=link\.created/);
    await keyboard.enter(button('Clear'));
    await keyboard.waitAt(filters());
  });

  it('keeps the words of a filter that Escape leaves, and leads by a key to what is done with a selection', async () => {
    await keyboard.go('l', 'Links');
    await keyboard.press('f');
    await keyboard.type('row-1');
    await walk.page.locator('[aria-label=Links][aria-rowcount="4"]').waitFor();
    await keyboard.press('Escape');
    expect(await field('Filter by words').inputValue()).toBe('row-1');
    await keyboard.press('j', 'x', 'b');
    await keyboard.waitAt(walk.page.getByRole('button', { name: /^All 3/ }));
    await keyboard.press('Tab');
    await keyboard.within(button('Tag'), async () => {
      await keyboard.waitAt(field('Tag'));
      await keyboard.press('Escape');
    });
  });

  it.each(['account', 'password'])('finds the account by the word "%s"', async (word) => {
    await keyboard.go('o', 'Overview');
    await keyboard.press('Control+k');
    await keyboard.dialog().waitFor();
    await keyboard.type(word);
    await walk.page.getByRole('option', { name: 'Your account and password' }).waitFor();
    await keyboard.press('Enter');
    await walk.heading('Workspace').waitFor();
    await keyboard.waitAt(walk.page.getByRole('region', { name: 'Your account' }));
    await keyboard.press('Tab');
    await keyboard.waitAt(field('Current password'));
    await keyboard.press('Shift+Tab');
  });

  it('keeps the focus in the palette when a screen arrives behind it', async () => {
    await keyboard.go('c', 'Campaigns');
    const chunk = /\/assets\/link-form-[^/]*\.js$/;
    const letGo = await walk.hold(chunk);
    await keyboard.press('c', 'Control+k');
    const words = walk.page.getByRole('combobox', { name: /^Search links/ });
    await keyboard.waitAt(words);
    await keyboard.type('pass');
    letGo();
    await walk.page.locator('h1').filter({ hasText: 'New link' }).waitFor({ state: 'attached' });
    await walk.page.unroute(chunk);
    await keyboard.type('word');
    expect(await words.inputValue()).toBe('password');
    await keyboard.press('Escape');
    await keyboard.dialog().waitFor({ state: 'hidden' });
  });

  it('runs what was typed in the palette, however fast Enter follows', async () => {
    await keyboard.go('o', 'Overview');
    await keyboard.press('Control+k');
    await keyboard.waitAt(walk.page.getByRole('combobox', { name: /^Search links/ }));
    await walk.page.evaluate(`{
      const field = document.activeElement;
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, 'account');
      field.dispatchEvent(new Event('input', { bubbles: true }));
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    }`);
    await keyboard.waitAt(walk.page.getByRole('region', { name: 'Your account' }));
  });

  it('signs out, in all tabs, and shows nothing of the workspace without a password', async () => {
    const other = await walk.person.open();
    await other.goto(`${walk.product.url}/app/${walk.workspace}/links`);
    await other.getByRole('heading', { name: 'Links', level: 1 }).waitFor();
    const person = walk.page.getByRole('button', { name: /^Account: / });
    await keyboard.enter(person);
    await keyboard.waitForMenu();
    await keyboard.press('End', 'Enter');
    for (const tab of [walk.page, other]) await tab.getByRole('heading', { name: 'Sign in' }).waitFor();
    await other.close();
    await walk.page.goto(`${walk.product.url}/app/${walk.workspace}/keys`);
    await walk.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await walk.signIn();
  });
});
