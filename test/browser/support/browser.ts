import { readFileSync } from 'node:fs';
import { findChromium, requireThere } from './chromium';

interface NamedFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** Of playwright-core, what the suites use: its types are absent where it is not installed. */
export interface Locator {
  click(options?: { readonly modifiers?: readonly string[] }): Promise<void>;
  fill(text: string): Promise<void>;
  waitFor(options?: { readonly state?: 'attached' | 'visible' | 'hidden' }): Promise<void>;
  setInputFiles(file: NamedFile): Promise<void>;
  selectOption(value: string): Promise<unknown>;
  check(): Promise<void>;
  hover(): Promise<void>;
  press(key: string): Promise<void>;
  isDisabled(): Promise<boolean>;
  nth(index: number): Locator;
  filter(by: { readonly hasText: string | RegExp }): Locator;
  and(other: Locator): Locator;
  getByRole(role: string, named?: Named): Locator;
  getByText(text: string | RegExp): Locator;
  count(): Promise<number>;
  first(): Locator;
  last(): Locator;
  locator(selector: string): Locator;
  textContent(): Promise<string | null>;
  inputValue(): Promise<string>;
  getAttribute(name: string): Promise<string | null>;
  focus(): Promise<void>;
  allTextContents(): Promise<readonly string[]>;
  /** What it looks for. */
  toString(): string;
}
/** A request of a page that a test answers itself. */
export interface Route {
  request(): {
    method(): string;
    url(): string;
    headers(): Readonly<Record<string, string>>;
    postData(): string | null;
  };
  fulfill(answer: {
    readonly status?: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly contentType?: string;
    readonly body?: string;
    /** In place of a body. */
    readonly json?: unknown;
  }): Promise<void>;
  abort(code?: string): Promise<void>;
  continue(): Promise<void>;
  /** Lets it be carried out, and keeps the answer from the page. */
  fetch(): Promise<{ status(): number; json(): Promise<unknown> }>;
}
interface Download {
  path(): Promise<string>;
  suggestedFilename(): string;
}
interface FileChooser {
  setFiles(file: NamedFile): Promise<void>;
}
interface Named {
  readonly name?: string | RegExp;
  readonly exact?: boolean;
  readonly level?: number;
}
export interface Page {
  goto(url: string): Promise<unknown>;
  reload(): Promise<unknown>;
  close(): Promise<void>;
  url(): string;
  evaluate<T>(script: string): Promise<T>;
  getByRole(role: string, named?: Named): Locator;
  getByLabel(text: string | RegExp, named?: Pick<Named, 'exact'>): Locator;
  getByText(text: string | RegExp): Locator;
  locator(selector: string): Locator;
  waitForURL(url: RegExp): Promise<void>;
  waitForResponse(matches: (response: { url(): string }) => boolean): Promise<unknown>;
  /** Answers requests in the place of the product, by a glob or a pattern of their URL, until `unroute`. */
  route(url: string | RegExp, answer: (route: Route) => Promise<void>): Promise<void>;
  unroute(url: string | RegExp): Promise<void>;
  setViewportSize(size: { readonly width: number; readonly height: number }): Promise<void>;
  emulateMedia(media: {
    readonly colorScheme?: 'light' | 'dark';
    readonly forcedColors?: 'active' | 'none';
    readonly reducedMotion?: 'reduce' | 'no-preference';
  }): Promise<void>;
  waitForEvent(event: 'download'): Promise<Download>;
  waitForEvent(event: 'filechooser'): Promise<FileChooser>;
  waitForEvent(event: 'requestfailed', isIt: (request: { url(): string }) => boolean): Promise<unknown>;
  screenshot(options: { readonly path?: string; readonly fullPage?: boolean }): Promise<Buffer>;
  context(): Context;
  readonly keyboard: { press(key: string): Promise<void>; type(text: string): Promise<void> };
  readonly mouse: { move(x: number, y: number): Promise<void> };
  on(
    event: 'console',
    listener: (message: { type(): string; text(): string; location(): { readonly url: string } }) => void,
  ): void;
  on(event: 'pageerror', listener: (error: Error) => void): void;
  on(event: 'request', listener: (request: { method(): string; url(): string }) => void): void;
  on(event: 'response', listener: (response: Response) => void): void;
  addInitScript(script: string): Promise<void>;
}
interface Response {
  status(): number;
  url(): string;
  headers(): Readonly<Record<string, string>>;
  request(): { method(): string };
}
interface Context {
  newPage(): Promise<Page>;
  setOffline(offline: boolean): Promise<void>;
  clearCookies(): Promise<void>;
  newCDPSession(page: Page): Promise<{ send<T>(method: string, parameters?: object): Promise<T> }>;
  setDefaultTimeout(milliseconds: number): void;
}
export interface Browser {
  newContext(options: object): Promise<Context>;
  close(): Promise<void>;
}
interface Playwright {
  readonly chromium: { launch(options: object): Promise<Browser> };
}

/** Against hangs: a test waits for what it needs, on a machine however slow. */
const WITHIN_MS = 120_000;

/** This machine by a name that a browser trusts as little as any other on plain http. */
export const OTHER_HOST = 'waymark.test';

export const launch = async (): Promise<Browser> => {
  const { executablePath, env } = findChromium();
  const { chromium } = requireThere('playwright-core') as Playwright;
  return chromium.launch({
    executablePath,
    env: { ...process.env, ...env },
    args: [
      '--no-sandbox',
      '--no-zygote',
      '--font-render-hinting=none',
      `--host-resolver-rules=MAP ${OTHER_HOST} 127.0.0.1`,
    ],
    timeout: WITHIN_MS,
    // The runner of the tests ends us, and we the browser.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
};

export interface Visit {
  readonly page: Page;
  /** Opens another tab of the same browser. */
  readonly open: () => Promise<Page>;
  /** What the page complained of: errors on its console, exceptions, violations of its policy. */
  readonly complaints: readonly string[];
  /** What it asked of the product, as `GET /v1/links`. */
  readonly requests: readonly string[];
  /** URLs that a busy product shed with a 503, and answered when the page repeated them. */
  readonly shed: readonly string[];
}

/** A person with a browser of their own. */
export const visit = async (browser: Browser): Promise<Visit> => {
  // Bare machines report a locale that Intl refuses. What moves is nothing that can be compared.
  const context = await browser.newContext({ locale: 'en-US', timezoneId: 'Europe/Berlin', reducedMotion: 'reduce' });
  context.setDefaultTimeout(WITHIN_MS);
  const page = await context.newPage();
  const complaints: string[] = [];
  const requests: string[] = [];
  await page.addInitScript(
    `addEventListener('securitypolicyviolation', (e) => console.error('policy: ' + e.violatedDirective + ' ' + e.blockedURI))`,
  );
  page.on(
    'console',
    (message) => message.type() === 'error' && complaints.push(`${message.text()} ${message.location().url}`),
  );
  page.on('pageerror', (error) => complaints.push(error.stack ?? error.message));
  const shed = followShed(page);
  page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`));
  return { page, open: () => context.newPage(), complaints, requests, shed };
};

/** By the request id of the product, which what a test plants has not. */
const followShed = (page: Page): readonly string[] => {
  const waiting: string[] = [];
  const shed: string[] = [];
  page.on('response', (response) => {
    const request = `${response.request().method()} ${response.url()}`;
    const isShed = response.status() === 503 && response.headers()['x-request-id'] !== undefined;
    if (isShed) waiting.push(request);
    // The same may have been shed several times before.
    if (response.status() >= 400) return;
    for (let at = waiting.indexOf(request); at >= 0; at = waiting.indexOf(request)) {
      waiting.splice(at, 1);
      shed.push(response.url());
    }
  });
  return shed;
};

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[];
}

/** What axe finds wrong with the page as it is now, in lines for people. */
export const flawsOf = async (page: Page): Promise<readonly string[]> => {
  const axe = readFileSync(requireThere.resolve('axe-core/axe.min.js'), 'utf8');
  const { violations } = await page.evaluate<{ readonly violations: readonly Violation[] }>(
    `${axe}; axe.run({ resultTypes: ['violations'] })`,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary.replace(/\s+/g, ' ')}`),
  );
};
