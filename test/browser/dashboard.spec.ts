import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Product, send, startWaymark } from '../support/waymark';
import { type Browser, flawsOf, launch, type Page, visit, type Visit } from './support/browser';
import { missing } from './support/chromium';

const why = missing();
/** Where nobody looks at what is skipped, a browser that is missing is a failure. */
const isNeeded = why === undefined || process.env['CI'] !== undefined;

const DOCUMENT = JSON.parse(readFileSync(join(__dirname, '../../libs/clients/openapi.json'), 'utf8')) as {
  readonly paths: Readonly<Record<string, object>>;
};
const OPERATIONS = Object.entries(DOCUMENT.paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => ({
    method: method.toUpperCase(),
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
  })),
);
const isOperation = (request: string): boolean => {
  const [asked = '', path = ''] = request.split(' ');
  return OPERATIONS.some(({ method, pattern }) => method === asked && pattern.test(path));
};

const walk = (): void => {
  let product: Product;
  let browser: Browser | undefined;
  let person: Visit;
  let page: Page;
  let workspace: string;
  let link: string;

  beforeAll(async () => {
    if (why !== undefined) throw new Error(why);
    [product, browser] = await Promise.all([startWaymark(), launch()]);
    person = await visit(browser);
    page = person.page;
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  /** Goes to a screen as a link within the page does: the session stays. */
  const go = (path: string) =>
    page.evaluate(
      `history.pushState({}, '', ${JSON.stringify(`/app/${workspace}/${path}`)}); dispatchEvent(new PopStateEvent('popstate'))`,
    );
  const heading = (name: string | RegExp) => page.getByRole('heading', { name, exact: true, level: 1 });

  it('leads from / to the sign-in, which names what is wrong and keeps what was typed', async () => {
    await page.goto(`${product.url}/`);
    await page.waitForURL(/\/app\/sign-in$/);
    await page.getByLabel('E-mail').fill(product.bootstrap.email);
    await page.getByLabel('Password').fill(product.bootstrap.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await heading('Overview').waitFor();
    workspace = new URL(page.url()).pathname.split('/')[2] ?? '';
    expect(workspace).toBe(product.bootstrap.workspace_id);
    await page.getByText('No links yet').waitFor();
  });

  it('keeps the session over a reload, in a cookie that no script reads, and shares it with other tabs', async () => {
    expect(await page.evaluate('document.cookie')).toBe('');
    expect(await page.evaluate('JSON.stringify(localStorage)')).not.toMatch(/ey|svc_|"[\w-]{40,}/);
    const there = page.url();
    const other = await person.open();
    await Promise.all([page, other].map((tab) => tab.goto(there)));
    for (const tab of [page, other]) await tab.getByRole('heading', { name: 'Overview' }).waitFor();
    await Promise.all([page, other].map((tab) => tab.goto(there)));
    for (const tab of [page, other]) await tab.getByRole('heading', { name: 'Overview' }).waitFor();
    await other.close();
  });

  it('shortens a URL, which then stands in the list and opens', async () => {
    await page.getByRole('link', { name: 'Create link' }).first().click();
    await page.getByLabel('Destination', { exact: true }).fill('not a URL');
    await page.getByLabel('Alias').fill('summer-26');
    await page.getByRole('button', { name: 'Create link' }).click();
    await page.getByText('Must be an absolute http or https URL.').first().waitFor();
    await page.getByLabel('Destination', { exact: true }).fill('https://example.com/sale');
    await page.getByLabel('Title', { exact: true }).fill('Summer sale');
    await page.getByRole('button', { name: 'Create link' }).click();
    await heading(/\/summer-26$/).waitFor();

    await page.getByRole('link', { name: 'Links' }).click();
    await page.getByRole('link', { name: /\/summer-26$/ }).click();
    await heading(/\/summer-26$/).waitFor();
    link = new URL(page.url()).pathname.split('/')[4] ?? '';
    const found = await send(product, 'GET', '/summer-26', { headers: { 'user-agent': 'Mozilla/5.0' } });
    expect([found.status, found.headers.location]).toEqual([302, 'https://example.com/sale']);
  });

  it('shows a link as it was, and restores what it had then', async () => {
    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByLabel('Title', { exact: true }).fill('Winter sale');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: /^Updated, / }).waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.waitForURL(/as_of=/);
    await page.getByText('Winter sale').waitFor();
    await page.getByRole('button', { name: 'Restore these values' }).click();
    await page.getByRole('button', { name: 'Restore', exact: true }).click();
    await page.getByText('Restored 1 field').waitFor();
    expect(await page.getByRole('button', { name: /^Updated, / }).count()).toBe(2);
  });

  it('makes a key, which is shown once and works', async () => {
    await go('keys');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByLabel('Name').fill('Nightly export');
    await page.getByRole('button', { name: 'Create key' }).last().click();
    const key = (await page.locator('#new-key-value').textContent()) ?? '';
    expect(key).toMatch(/^svc_live_\w{49}$/);
    const answer = await send(product, 'GET', '/v1/links', { headers: { authorization: `Bearer ${key}` } });
    expect(answer.status).toBe(200);
    await page.getByRole('button', { name: 'Copy key' }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.locator('#new-key-value').waitFor({ state: 'hidden' });
  });

  const screens = [
    ['overview', () => '', 'Overview'],
    ['links', () => 'links', 'Links'],
    ['no links', () => 'links?search=nothing-has-this-name', 'Links'],
    ['new link', () => 'links/new', 'New link'],
    ['link', () => `links/${link}`, /\/summer-26$/],
    ['link as it was', () => `links/${link}?as_of=${new Date().toISOString()}`, /\/summer-26$/],
    ['link that is none', () => 'links/link_none', 'Link'],
    ['edit link', () => `links/${link}/edit`, /^Edit .*\/summer-26$/],
    ['keys', () => 'keys', 'API keys'],
  ] as const;
  const overlays = [
    ['palette', () => page.keyboard.press('Control+k')],
    ['shortcuts', () => page.keyboard.press('?')],
    ['key', () => page.getByRole('button', { name: 'Create key' }).click()],
    ['history of a key', () => page.getByRole('button', { name: 'Nightly export', exact: true }).click()],
    ['menu', () => page.getByRole('button', { name: 'Actions for Nightly export' }).click()],
  ] as const;
  const looks = (['light', 'dark'] as const).flatMap((theme) => [1280, 360].map((width) => [theme, width] as const));

  it.each(looks)('has no flaw that axe finds, %s at %i px', async (theme, width) => {
    await page.emulateMedia({ colorScheme: theme });
    await page.setViewportSize({ width, height: 800 });
    const found: Record<string, readonly string[]> = {};
    const look = async (screen: string) => {
      const flaws = await flawsOf(page);
      const tooWide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      found[screen] = [...flaws, ...(tooWide > 0 ? [`${tooWide} px too wide`] : [])];
    };
    for (const [screen, path, title] of screens) {
      await go(path());
      await heading(title).waitFor();
      await page.getByRole('status').first().waitFor({ state: 'hidden' });
      await look(screen);
    }
    for (const [overlay, open] of overlays) {
      await open();
      await page.locator('[role=dialog]:not([data-toast]), [role=menu]').first().waitFor();
      await look(overlay);
      await page.keyboard.press('Escape');
      await page.locator('[role=dialog]:not([data-toast]), [role=menu]').first().waitFor({ state: 'hidden' });
    }
    expect(found).toEqual(Object.fromEntries([...screens, ...overlays].map(([name]) => [name, []])));
  });

  it('asks the product for operations of its document alone, and complains of nothing', () => {
    const own = person.requests.filter((request) => !/ \/(app\/.*)?$/.test(request));
    expect(own.length).toBeGreaterThan(10);
    expect([...new Set(own)].filter((request) => !isOperation(request))).toEqual([]);
    // The browser says so of any answer that is a failure: of the form's, and of the link that is none.
    const failures = person.complaints.filter((text) => /status of (400|404)/.test(text));
    expect(failures.length).toBe(1 + looks.length);
    expect(person.complaints.filter((text) => !failures.includes(text))).toEqual([]);
  });
};

if (isNeeded) describe('the dashboard', walk);
else describe.skip(`the dashboard, skipped: ${why}`, walk);
