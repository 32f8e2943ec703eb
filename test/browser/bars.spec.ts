import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { eventually } from '../support/programs';
import type { Page } from './support/browser';
import { inBrowser } from './support/walk';

const LINKS = 10_000;
const BATCH = 100;
/** Tab stops from the top of a screen to what is wanted there. */
const STOPS = 80;
/** Counts that move while they are read, some of them by the reading itself. */
const MOVING = ['as_of', 'end', 'last_used_at', 'request_count'];

const NOWHERE = 'nothing has the focus';
/** Whether the focus is where somebody sees it; else what is wrong. */
const FOCUS = `(() => {
  const one = document.activeElement;
  if (!one || one === document.body) return '${NOWHERE}';
  const { width, height, bottom, top } = one.getBoundingClientRect();
  if (width === 0 || height === 0 || bottom < 0 || top > innerHeight) return 'the focus is out of sight: ' + one.outerHTML.slice(0, 200);
  if (one.hasAttribute('data-highlighted')) return null;
  for (let at = one; at && at !== document.body; at = at.parentElement) {
    const { outlineStyle, outlineWidth } = getComputedStyle(at);
    if (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) return null;
  }
  return 'the focus is not shown: ' + one.outerHTML.slice(0, 200);
})()`;
/** The name of what has the focus, near enough. */
const FOCUSED = `(() => {
  const one = document.activeElement;
  if (one === document.body) return '';
  const label = one?.labels?.[0]?.innerText;
  return (one?.getAttribute('aria-label') ?? label ?? one?.innerText ?? '').trim();
})()`;

inBrowser('the bars of the dashboard', (walk) => {
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await walk.page.keyboard.press(key);
  };
  const type = (text: string) => walk.page.keyboard.type(text);
  const focused = () => walk.page.evaluate<string>(FOCUSED);
  /** Goes on by Tab until something of this name has the focus, and sees it at every stop. */
  const tabTo = async (name: string | RegExp): Promise<void> => {
    const passed: string[] = [];
    for (let stop = 0; stop < STOPS; stop += 1) {
      await press('Tab');
      const lost = await walk.page.evaluate<string | null>(FOCUS);
      // Behind the last stop of the page is the browser itself, once around.
      if (lost !== NOWHERE || passed.includes(NOWHERE)) expect([lost, ...passed]).toEqual([null, ...passed]);
      const now = await focused();
      if (typeof name === 'string' ? now === name : name.test(now)) return;
      passed.push(lost ?? now);
    }
    throw new Error(`Tab does not lead to ${String(name)}, but to ${passed.join(' | ')}`);
  };
  /** What is done in an overlay leaves the focus where it came from. */
  const returnsTo = (name: string | RegExp): Promise<void> =>
    eventually(async () => expect(await focused()).toMatch(name));
  const opened = (alias: string) => walk.heading(`${new URL(walk.product.url).host}/${alias}`).waitFor();
  const dialog = (name: string | RegExp) => walk.page.getByRole('dialog', { name });
  /** The screens that the navigation leads to, as paths within the workspace. */
  const screens = async (page: Page): Promise<readonly string[]> => {
    const paths = await page.evaluate<readonly string[]>(
      `[...document.querySelectorAll('nav[aria-label=Screens] a')].map((a) => new URL(a.href).pathname)`,
    );
    expect(paths.length).toBeGreaterThan(2);
    return paths.map((path) => path.split('/').slice(3).join('/'));
  };
  const settled = (page: Page) => page.getByRole('status').first().waitFor({ state: 'hidden' });
  const visitScreen = async (path: string): Promise<void> => {
    await walk.go(path);
    const address = `/app/${walk.workspace}/${path}`.replace(/\/?(\?.*)?$/, '');
    await walk.page.locator(`nav[aria-label=Screens] a[aria-current=page][href="${address}"]`).waitFor();
    await walk.page.locator('h1').first().waitFor();
    await settled(walk.page);
  };

  it('makes a link, changes it and finds it again by the keyboard alone', async () => {
    await walk.signIn();
    await press('c');
    await walk.heading('New link').waitFor();
    await eventually(async () => expect(await focused()).toBe('Destination'));
    await type('https://example.com/keyboard');
    await tabTo('Alias');
    await type('keyboard');
    await tabTo('Title');
    await type('By hand');
    await tabTo('Create link');
    await press('Enter');
    await opened('keyboard');
    await press('e');
    await walk.heading(/^Edit /).waitFor();
    await tabTo('Title');
    await press('Control+a');
    await type('By keys');
    await press('Enter');
    await opened('keyboard');
    await press('Control+k');
    await walk.page.getByRole('combobox').first().waitFor();
    await type('By keys');
    await walk.page.getByRole('option', { name: /By keys/ }).waitFor();
    await press('Enter');
    await opened('keyboard');
    await press('q');
    await dialog('QR code').waitFor();
    await press('Escape');
    await dialog('QR code').waitFor({ state: 'hidden' });
  });

  it('tags, deletes and restores links of the list by the keyboard alone', async () => {
    await press('g', 'l');
    await walk.heading('Links').waitFor();
    await walk.page.getByRole('link', { name: /^localhost.*\/keyboard$/ }).waitFor();
    await press('j');
    await eventually(async () => expect(await focused()).toMatch(/^localhost.*\/keyboard$/));
    await press('x');
    await tabTo('Tag');
    await press('Enter');
    await dialog(/^Tag 1 link/).waitFor();
    await tabTo('Tag');
    await type('typed');
    await press('Enter');
    await walk.page.getByText('1 link tagged').waitFor();
    await returnsTo(/./);
    await eventually(async () => expect(await walk.page.evaluate(FOCUS)).toBeNull());
    await press('k', '#');
    await walk.page.getByText(/^Deleted: /).waitFor();
    // The way to what a toast offers.
    await press('F6');
    await tabTo('Undo');
    await press('Enter');
    await walk.page.getByText(/^Restored: /).waitFor();
    await walk.page.getByRole('link', { name: /\/keyboard$/ }).waitFor();
  });

  it('makes, renames, rotates and revokes a key by the keyboard alone', async () => {
    await press('g', 'k');
    await walk.heading('API keys').waitFor();
    await settled(walk.page);
    await tabTo('Create key');
    await press('Enter');
    await dialog('Create an API key').waitFor();
    await type('Typed');
    await press('Enter');
    const secret = async () => {
      await dialog(/^The key /).waitFor();
      await tabTo(/^Copy key$/);
      await press('Enter');
      await tabTo('Done');
      await press('Enter');
      await dialog(/^The key /).waitFor({ state: 'hidden' });
    };
    await secret();
    await returnsTo(/^Create key$/);
    const choose = async (item: string, name = 'Typed') => {
      await tabTo(`Actions for ${name}`);
      await press('Enter');
      await walk.page.getByRole('menu').waitFor();
      await eventually(async () => {
        await press('ArrowDown');
        expect(await focused()).toMatch(new RegExp(`^${item}`));
      });
      expect(await walk.page.evaluate(FOCUS)).toBeNull();
      await press('Enter');
    };
    await choose('Rename');
    await dialog('Rename the key').waitFor();
    await tabTo('Name');
    await press('Control+a');
    await type('Renamed');
    await tabTo('Rename');
    await press('Enter');
    await dialog('Rename the key').waitFor({ state: 'hidden' });
    await returnsTo(/^Actions for Renamed$/);
    await press('Shift+Tab');
    await choose('Revoke', 'Renamed');
    await dialog(/^Revoke /).waitFor();
    await tabTo('Revoke key');
    await press('Enter');
    await walk.page.getByText('Revoked “Renamed”').waitFor();
    await eventually(async () => expect(await walk.page.evaluate(FOCUS)).toBeNull());
  });

  it('asks at most 40 requests on a tour of all its screens, and at most 3 on each', async () => {
    const { page, requests } = await walk.visitor();
    const asked = () => requests.filter((request) => / \/v1\//.test(request)).length;
    await page.goto(`${walk.product.url}/`);
    await page.getByLabel('E-mail').fill(walk.product.bootstrap.email);
    await page.getByLabel('Password').fill(walk.product.bootstrap.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await settled(page);
    const counts: Record<string, number> = {};
    const nav = page.locator('nav[aria-label=Screens] a');
    for (let index = 0; index < (await nav.count()); index += 1) {
      const before = asked();
      await nav.nth(index).click();
      await page.locator('h1').first().waitFor();
      await settled(page);
      counts[(await nav.nth(index).textContent()) ?? ''] = asked() - before;
    }
    expect(Object.entries(counts).filter(([, count]) => count > 3)).toEqual([]);
    expect(asked()).toBeLessThanOrEqual(40);
    await page.close();
  });

  it('answers by each curl that it shows what the screen shows', async () => {
    const env = {
      ...process.env,
      WAYMARK_BASE_URL: walk.product.url,
      WAYMARK_API_KEY: walk.product.bootstrap.api_key,
    };
    const still = (name: string, value: unknown): unknown => (MOVING.includes(name) ? null : value);
    await walk.go('links/new');
    // The answer to the one of live clicks does not end.
    for (const path of (await screens(walk.page)).filter((one) => !one.startsWith('live'))) {
      // What was asked on another screen is not asked again.
      await walk.page.goto(`${walk.product.url}/app/${walk.workspace}/${path}`);
      await visitScreen(path);
      await walk.page.getByRole('button', { name: /^Show as request/ }).click();
      const panel = walk.page.getByRole('complementary', { name: 'This screen as requests' });
      await panel.waitFor();
      const sent = panel.locator('ul button').filter({ hasText: /^GET/ });
      await sent.first().waitFor();
      for (let index = 0; index < (await sent.count()); index += 1) {
        await sent.nth(index).click();
        const curl = (await panel.getByRole('region', { name: 'The request in curl' }).textContent()) ?? '';
        const shown = (await panel.getByRole('region', { name: 'The answer' }).textContent()) ?? '';
        const { stdout } = await promisify(execFile)('sh', ['-c', `${curl} --silent --fail`], { env });
        // A key is nobody in particular.
        if (curl.includes('/v1/auth/me')) continue;
        const [answered, told] = [stdout, shown].map((text) => JSON.parse(text, still) as unknown);
        expect([curl, answered]).toEqual([curl, told]);
      }
      await panel.getByRole('button', { name: 'Close' }).click();
      await panel.waitFor({ state: 'hidden' });
    }
  });

  it('does by the curl of a form what the form would do', async () => {
    await walk.go('links/new');
    await walk.page.getByLabel('Destination', { exact: true }).fill("https://example.com/it's?a=1&b=$2");
    await walk.page.getByLabel('Alias', { exact: true }).fill('by-curl');
    await walk.page.getByRole('button', { name: /^Show as request/ }).click();
    const panel = walk.page.getByRole('complementary', { name: 'This screen as requests' });
    const code = panel.getByRole('region', { name: 'The request in curl' });
    await eventually(async () => expect(await code.textContent()).toContain('by-curl'));
    const env = { ...process.env, WAYMARK_BASE_URL: walk.product.url, WAYMARK_API_KEY: walk.product.bootstrap.api_key };
    const { stdout } = await promisify(execFile)('sh', ['-c', `${await code.textContent()} --silent`], { env });
    expect(JSON.parse(stdout)).toMatchObject({
      alias: 'by-curl',
      destination_url: "https://example.com/it's?a=1&b=$2",
    });
    await panel.getByRole('button', { name: 'Close' }).click();
    await panel.waitFor({ state: 'hidden' });
  });

  it.each([640, 320])('fits into %i px, which is what a zoom of 1280 leaves', async (width) => {
    const found: string[] = [];
    const paths = [...(await screens(walk.page)), 'links/new'];
    await walk.page.setViewportSize({ width, height: 400 });
    for (const path of paths) {
      await walk.go(path);
      await walk.page.locator('h1').first().waitFor();
      await settled(walk.page);
      const tooWide = await walk.page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      if (tooWide > 0) found.push(`${path}: ${tooWide} px too wide`);
    }
    await walk.page.setViewportSize({ width: 1280, height: 800 });
    expect(found).toEqual([]);
  });

  it('moves nothing for those who want it still', async () => {
    const moving = `document.getAnimations().filter((one) => one.effect.getComputedTiming().duration > 1).length`;
    for (const path of await screens(walk.page)) {
      await walk.go(path);
      expect(await walk.page.evaluate(moving)).toBe(0);
    }
    await press('?');
    await walk.page.getByRole('dialog').first().waitFor();
    expect(await walk.page.evaluate(moving)).toBe(0);
    await press('Escape');
    await walk.page.getByRole('dialog').first().waitFor({ state: 'hidden' });
  });

  it('tells where one is, what is marked and what is on a chart in forced colours', async () => {
    await walk.page.emulateMedia({ forcedColors: 'active' });
    await visitScreen('links');
    const differs = await walk.page.evaluate<boolean>(`(() => {
      const [here, there] = ['[aria-current=page]', ':not([aria-current=page])'].map((which) =>
        getComputedStyle(document.querySelector('nav[aria-label=Screens] a' + which)));
      return here.backgroundColor !== there.backgroundColor || here.outlineStyle !== there.outlineStyle;
    })()`);
    expect(differs).toBe(true);
    await walk.page.getByRole('link', { name: /\/keyboard$/ }).click();
    await opened('keyboard');
    const dots = walk.page.getByRole('region', { name: 'History' }).getByRole('listitem');
    await dots.first().waitFor();
    const visible = await walk.page.evaluate<boolean>(`(() => {
      const dot = document.querySelector('section[aria-label=History] li button span');
      return getComputedStyle(dot).backgroundColor !== getComputedStyle(document.body).backgroundColor;
    })()`);
    expect(visible).toBe(true);
    await tabTo(/./);
    await walk.page.emulateMedia({ forcedColors: 'none' });
  });

  it(`holds few of ${LINKS} links in the page, and asks few requests on the way to the last`, async () => {
    for (let first = 0; first < LINKS; first += BATCH)
      await walk.api(
        'POST',
        '/v1/links/bulk',
        Array.from({ length: BATCH }, (_, index) => ({
          destination_url: `https://example.com/${first + index}`,
          alias: `row-${first + index}`,
        })),
      );
    await walk.go('keys');
    await walk.heading('API keys').waitFor();
    const asked = () => walk.person.requests.filter((request) => request === 'GET /v1/links').length;
    const before = asked();
    await visitScreen('links?search=row-');
    const most = await walk.page.evaluate<number>(`new Promise((resolve) => {
      let most = 0;
      const fling = () => {
        most = Math.max(most, document.querySelectorAll('[role=table] [role=row]').length);
        const { scrollHeight } = document.documentElement;
        if (scrollY + innerHeight >= scrollHeight - 1) return resolve(most);
        scrollBy(0, Math.max(400, scrollHeight / 60));
        requestAnimationFrame(fling);
      };
      fling();
    })`);
    await walk.page.locator(`[role=row][aria-rowindex="${LINKS + 1}"] a`).waitFor();
    expect(most).toBeLessThanOrEqual(60);
    expect(await walk.page.locator('[role=table] [role=row]').count()).toBeLessThanOrEqual(60);
    expect(asked() - before).toBeLessThanOrEqual(6);
  });

  it('leaves nothing behind after 50 navigations', async () => {
    const paths = [...(await screens(walk.page)), 'links/new'];
    const tour = async (times: number) => {
      for (let index = 0; index < times; index += 1) {
        await walk.go(paths[index % paths.length] ?? '');
        await walk.page.locator('h1').first().waitFor();
        await settled(walk.page);
      }
      await walk.go('keys');
      await walk.heading('API keys').waitFor();
      await settled(walk.page);
    };
    await tour(paths.length * 2);
    const before = await walk.countNodes();
    await tour(50);
    const after = await walk.countNodes();
    expect(after.nodes).toBeLessThan(before.nodes * 1.25);
    expect(after.listeners).toBeLessThan(before.listeners * 1.25);
    expect(after.heap).toBeLessThan(before.heap * 1.25);
  });
});
