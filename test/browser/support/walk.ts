import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { untilAllJudged } from '../../support/judged';
import { api, type Product, send, startWaymark } from '../../support/waymark';
import { type Browser, flawsOf, launch, type Locator, type Page, type Route, type Visit, visit } from './browser';
import { missing } from './chromium';

const why = missing();
/** In CI a missing browser is a failure. */
const isNeeded = why === undefined || process.env['CI'] !== undefined;

const DOCUMENT = JSON.parse(readFileSync(join(__dirname, '../../../libs/clients/openapi.json'), 'utf8')) as {
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

/** What the browser says of an answer of 400 or more, and of one that did not come. */
const FAILURE = /status of [45]\d\d|net::ERR_(FAILED|CONNECTION_RESET|INTERNET_DISCONNECTED)/;
const THEMES = ['light', 'dark'] as const;
const WIDTHS = [1280, 360] as const;
/** What lies over a screen, but for toasts. */
export const OVERLAY = '[role=dialog]:not([data-toast]), [role=alertdialog]:not([data-toast]), [role=menu]';

/** What stands in the place of something that is not there yet. */
const WAITING = '.skeleton, main [role=status].sr-only';

type Environment = Readonly<Record<string, string>>;
/** What somebody signs in with. */
type Credentials = Pick<Product['bootstrap'], 'email' | 'password'>;

interface Link {
  readonly id: string;
  readonly status: string;
  readonly tags: readonly string[];
}

/** A name, the path within the workspace, and the heading that says that it is there. */
export type Screen = readonly [name: string, path: () => string, title: string | RegExp];
/** A name, and what opens it on the screen that was looked at last. */
export type Overlay = readonly [name: string, open: () => Promise<void>];

/** A person in a browser of their own, signed in as the owner of a product of their own. */
export class Walk {
  product!: Product;
  person!: Visit;
  /** The id of the workspace that is looked at. */
  workspace = '';
  /** How many answers of 400 or more the tests provoked on purpose, beside those of `provoking`. */
  failures = 0;
  private readonly provoked: string[] = [];
  private browser: Browser | undefined;

  get page(): Page {
    return this.person.page;
  }

  /** @param env of the product */
  async begin(env: Environment = {}): Promise<void> {
    if (why !== undefined) throw new Error(why);
    [this.product, this.browser] = await Promise.all([startWaymark({ env, patient: true }), launch()]);
    this.person = await visit(this.browser);
  }

  async end(): Promise<void> {
    await this.browser?.close();
    await this.product?.stop();
  }

  /** Signs in through the screen, from wherever / leads. */
  async signIn({ email, password }: Credentials = this.product.bootstrap): Promise<void> {
    await this.page.goto(`${this.product.url}/`);
    await this.page.waitForURL(/\/app\/sign-in$/);
    await this.enter({ email, password });
    await this.heading('Overview').waitFor();
    this.workspace = new URL(this.page.url()).pathname.split('/')[2] ?? '';
  }

  /** Sends the sign-in that is shown. */
  async enter({ email, password }: Credentials = this.product.bootstrap): Promise<void> {
    await this.page.getByLabel('E-mail').fill(email);
    await this.page.getByLabel('Password').fill(password);
    await this.page.getByRole('button', { name: 'Sign in' }).click();
  }

  /** Ends the session behind the page's back, and loads the page again, which then asks to sign in. */
  async loseSession(): Promise<void> {
    await this.page.context().clearCookies();
    await this.provoking(async () => {
      await this.page.goto(this.page.url());
      await this.page.waitForURL(/\/app\/sign-in/);
    });
  }

  /**
   * Holds requests back.
   * @param urls a glob or a pattern @param answer what answers them then @returns what lets them go
   */
  async hold(
    urls: string | RegExp,
    answer: (route: Route) => Promise<void> = (route) => route.continue(),
  ): Promise<() => void> {
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await this.page.route(urls, async (route) => held.then(() => answer(route)));
    return letGo;
  }

  /** Another person with a browser of their own, at no address yet. */
  async visitor(): Promise<Visit> {
    if (!this.browser) throw new Error('The walk has not begun.');
    return visit(this.browser);
  }

  /** Does what fails on purpose: what the browser says of it meanwhile is no complaint. */
  async provoking<T>(work: () => Promise<T>): Promise<T> {
    const before = this.person.complaints.length;
    const result = await work();
    const failed = this.person.complaints.slice(before).filter((text) => FAILURE.test(text));
    if (failed.length === 0) throw new Error('Nothing failed, although it should.');
    this.provoked.push(...failed);
    return result;
  }

  /** What failed although nobody provoked it, but for what a busy product has shed and the page got at its repeat. */
  failed(): readonly string[] {
    const failed = this.person.complaints.filter((text) => FAILURE.test(text));
    const remove = (isIt: (text: string) => boolean): void => {
      const at = failed.findIndex(isIt);
      if (at >= 0) failed.splice(at, 1);
    };
    for (const provoked of this.provoked) remove((text) => text === provoked);
    for (const url of this.person.shed) remove((text) => text.includes('status of 503') && text.endsWith(url));
    return failed;
  }

  /** Sends a request to the API with the key of the owner, as a program would. */
  async api<T = unknown>(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<T> {
    const authorization = `Bearer ${this.product.bootstrap.api_key}`;
    const given = body === undefined ? {} : { body };
    const answer = await send<T>(this.product, method, path, { headers: { authorization, ...headers }, ...given });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  }

  /** Creates links by the API, at most 100. */
  async createLinks(items: readonly object[]): Promise<void> {
    await untilAllJudged((headers) =>
      api(this.product, this.product.bootstrap.api_key).post('/v1/links/bulk', items, headers),
    );
  }

  /** The link with an alias, by the API. */
  link(alias: string): Promise<Link> {
    const domain = encodeURIComponent(new URL(this.product.url).host);
    return this.api<Link>('GET', `/v1/links/lookup?alias=${alias}&domain=${domain}`);
  }

  /** Goes to a screen of the workspace as a link within the page does: the session stays. */
  go(path: string): Promise<void> {
    const to = JSON.stringify(`/app/${this.workspace}/${path}`);
    return this.page.evaluate(`history.pushState({}, '', ${to}); dispatchEvent(new PopStateEvent('popstate'))`);
  }

  /** Waits until the screen has all that it waits for. */
  async settle(): Promise<void> {
    const waiting = this.page.locator(WAITING);
    while ((await waiting.count()) > 0) await waiting.first().waitFor({ state: 'hidden' });
    await this.page.evaluate('document.fonts.ready.then(() => undefined)');
  }

  /** What the page holds once its garbage is collected, detached nodes included; the heap in bytes. */
  async countNodes(): Promise<{ readonly nodes: number; readonly listeners: number; readonly heap: number }> {
    const inside = await this.page.context().newCDPSession(this.page);
    await inside.send('HeapProfiler.enable');
    await inside.send('HeapProfiler.collectGarbage');
    const { nodes, jsEventListeners } = await inside.send<{ nodes: number; jsEventListeners: number }>(
      'Memory.getDOMCounters',
    );
    const { usedSize } = await inside.send<{ usedSize: number }>('Runtime.getHeapUsage');
    return { nodes, listeners: jsEventListeners, heap: usedSize };
  }

  readonly field = (name: string | RegExp): Locator => this.page.getByLabel(name, { exact: true });
  readonly button = (name: string | RegExp): Locator => this.page.getByRole('button', { name, exact: true });

  heading(name: string | RegExp): Locator {
    return this.page.getByRole('heading', { name, exact: true, level: 1 });
  }

  /** Tests that axe finds nothing wrong with these, and that nothing is wider than the window. */
  testLooks(screens: readonly Screen[], overlays: readonly Overlay[] = []): void {
    const looks = THEMES.flatMap((theme) => WIDTHS.map((width) => [theme, width] as const));
    it.each(looks)('has no flaw that axe finds, %s at %i px', async (theme, width) => {
      await this.page.emulateMedia({ colorScheme: theme });
      await this.page.setViewportSize({ width, height: 800 });
      const found: Record<string, readonly string[]> = {};
      const look = async (name: string) => {
        const flaws = await flawsOf(this.page);
        const tooWide = await this.page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
        found[name] = [...flaws, ...(tooWide > 0 ? [`${tooWide} px too wide`] : [])];
      };
      for (const [name, path, title] of screens) {
        await this.go(path());
        await this.heading(title).waitFor();
        await this.page.getByRole('status').first().waitFor({ state: 'hidden' });
        await look(name);
      }
      for (const [name, open] of overlays) {
        await open();
        await this.page.locator(OVERLAY).first().waitFor();
        await look(name);
        await this.page.keyboard.press('Escape');
        await this.page.locator(OVERLAY).first().waitFor({ state: 'hidden' });
      }
      expect(found).toEqual(Object.fromEntries([...screens, ...overlays].map(([name]) => [name, []])));
    });
  }
}

/**
 * A suite in a browser, with a test at its end of what was asked and complained of on the way. Where no browser can run
 * it is skipped with its reason.
 */
export const inBrowser = (
  title: string,
  suite: (walk: Walk) => void,
  /** Of the product; called before it starts. */
  env: () => Environment | Promise<Environment> = () => ({}),
): void => {
  const walk = new Walk();
  const tests = () => {
    beforeAll(async () => walk.begin(await env()));
    afterAll(() => walk.end());
    suite(walk);

    it('asks the product for operations of its document alone, and complains of nothing', () => {
      const own = walk.person.requests.filter((request) => !/ \/(app\/.*)?$/.test(request));
      expect(own.length).toBeGreaterThan(5);
      expect([...new Set(own)].filter((request) => !isOperation(request))).toEqual([]);
      expect(walk.person.complaints.filter((text) => !FAILURE.test(text))).toEqual([]);
      expect(walk.failed()).toHaveLength(walk.failures);
    });
  };
  if (isNeeded) describe(title, tests);
  else describe.skip(`${title}, skipped: ${why}`, tests);
};
