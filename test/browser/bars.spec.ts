import { spawnSync } from 'node:child_process';
import { eventually } from '../support/programs';
import { send } from '../support/waymark';
import { inBrowser, type Screen } from './support/walk';

const MANY = 10_000;
const BATCH = 100;
const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0' };
/** What passes between the question of the page and that of the key changes these. */
const VOLATILE =
  /("(?:as_of|start|end|last_used_at|last_checked_at|last_check|request_count|requests)": ?)("[^"]*"|\d+|null)/g;

/** Says who asks: a person on the screen, and here a key. */
const OF_THE_CALLER = '/v1/auth/me';

/** How the libraries are called, by the tabs. */
const CALLS: readonly (readonly [tab: string, call: RegExp])[] = [
  ['TypeScript', /\bwaymark\.\w+\.\w+\(/],
  ['Python', /\bwaymark\.\w+\.\w+\(/],
  ['Go', /\bclient\.\w+\.\w+\(ctx/],
  ['PHP', /\$waymark->\w+->\w+\(/],
];

/** Of what a shell makes of a command: the arguments of curl, whether it is installed or not. */
const argumentsOf = (command: string, env: Readonly<Record<string, string>>): readonly string[] => {
  const { stdout, status, stderr } = spawnSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }\n${command}`], { env });
  if (status !== 0) throw new Error(`${command}: ${stderr.toString()}`);
  return stdout.toString().split('\0').slice(0, -1);
};

inBrowser('the bars of the dashboard', (walk) => {
  const made: Record<string, string> = {};
  const screens: readonly Screen[] = [
    ['overview', () => '', 'Overview'],
    ['links', () => 'links?search=many-1', 'Links'],
    ['link', () => `links/${made['link']}`, /\/many-0$/],
    ['new link', () => 'links/new', 'New link'],
    ['campaigns', () => 'campaigns', 'Campaigns'],
    ['campaign', () => `campaigns/${made['campaign']}?tab=links`, 'Spring'],
    ['QR codes', () => 'qr-codes', 'QR codes'],
    ['QR code', () => `qr-codes/${made['code']}`, 'Poster'],
    ['imports', () => 'imports', 'Imports'],
    ['webhooks', () => 'webhooks', 'Webhooks'],
    ['webhook', () => `webhooks/${made['webhook']}`, 'Warehouse'],
    ['domains', () => 'domains', 'Domains'],
    ['domain', () => `domains/${made['domain']}`, 'go.brand.example'],
    ['keys', () => 'keys', 'API keys'],
    ['activity', () => 'activity', 'Activity'],
    ['workspace', () => 'workspace', 'Workspace'],
  ];
  /** What each of them asks for, below /v1/. */
  const REQUESTS: Readonly<Record<string, () => readonly string[]>> = {
    overview: () => ['analytics/workspace', 'workspace'],
    links: () => ['links', 'tags', 'auth/me'],
    link: () =>
      ['', '/history'].map((path) => `links/${made['link']}${path}`).concat(`analytics/links/${made['link']}`),
    'new link': () => ['domains', 'tags'],
    campaigns: () => ['campaigns'],
    campaign: () => [`campaigns/${made['campaign']}`, 'links'],
    'QR codes': () => ['qr-codes'],
    'QR code': () => [`qr-codes/${made['code']}`, `qr-codes/${made['code']}/image`, `links/${made['link']}`],
    imports: () => ['imports'],
    webhooks: () => ['webhooks'],
    webhook: () => ['', '/history', '/deliveries'].map((path) => `webhooks/${made['webhook']}${path}`),
    domains: () => ['domains'],
    domain: () => ['', '/history'].map((path) => `domains/${made['domain']}${path}`),
    keys: () => ['api-keys'],
    activity: () => ['events', 'workspace/members', 'api-keys'],
    workspace: () => ['workspace', 'workspace/invitations', 'workspace/members'],
  };
  const asked = (prefix = '/v1/') =>
    walk.person.requests.filter((request) => request.split(' ')[1]?.startsWith(prefix));
  const create = async (name: string, path: string, body: object): Promise<void> => {
    made[name] = (await walk.api<{ readonly id: string }>('POST', path, body)).id;
  };
  const show = async ([, path, title]: Screen): Promise<void> => {
    await walk.go(path());
    await walk.heading(title).waitFor();
    await walk.settle();
  };
  const rows = () => walk.page.locator('[aria-label=Links] [role=row][aria-rowindex]:not([aria-rowindex="1"])');

  beforeAll(async () => {
    await create('campaign', '/v1/campaigns', { name: 'Spring' });
    const batches = Array.from({ length: MANY / BATCH }, (_, batch) =>
      Array.from({ length: BATCH }, (_, index) => ({
        destination_url: `https://example.com/${batch}/${index}`,
        alias: `many-${batch * BATCH + index}`,
        ...(batch + index === 0 && { campaign_id: made['campaign'] }),
      })),
    );
    for (const batch of batches) await walk.createLinks(batch);
    const { data } = await walk.api<{ readonly data: readonly { readonly id: string }[] }>(
      'GET',
      '/v1/links?search=many-0',
    );
    made['link'] = data[0]?.id ?? '';
    await create('code', '/v1/qr-codes', { name: 'Poster', link_id: made['link'] });
    await create('webhook', '/v1/webhooks', {
      url: 'https://hooks.example.invalid/calls',
      events: ['domain.*'],
      description: 'Warehouse',
      active: false,
    });
    await create('domain', '/v1/domains', { hostname: 'go.brand.example' });
    await send(walk.product, 'GET', '/many-0', { headers: BROWSER });
    // What the page and a key are told differs until it is counted.
    await eventually(async () =>
      expect(await walk.api('GET', '/v1/analytics/workspace')).toMatchObject({ totals: { clicks: 1 } }),
    );
    await walk.signIn();
  });

  it('shows ten thousand links in few rows, and gets to the last by few requests', async () => {
    await walk.go('links');
    await rows().first().getByRole('link').waitFor();
    expect(await walk.page.locator('[aria-label=Links]').getAttribute('aria-rowcount')).toBe(String(MANY + 1));
    expect(await rows().count()).toBeLessThanOrEqual(60);
    const before = asked('/v1/links').length;
    await walk.page.evaluate(`{
      globalThis.rowsMade = 0;
      const count = (changes) => changes.forEach(({ addedNodes }) =>
        addedNodes.forEach((node) => (rowsMade += node.role === 'row' ? 1 : 0)));
      new MutationObserver(count).observe(document.querySelector('[aria-label=Links]'), { childList: true, subtree: true });
    }`);
    // A fling: each frame a part of what is left, and then it rests.
    const rests = await walk.page.evaluate<number>(`new Promise((done) => {
      let frames = 40;
      let [last, rests] = [performance.now(), 0];
      const step = () => {
        // A machine that shows no frame for so long rests meanwhile, and the list asks for what it shows.
        if (performance.now() - last > 100) rests += 1;
        last = performance.now();
        if ((frames -= 1) === 0) scrollTo(0, document.documentElement.scrollHeight);
        else scrollBy(0, (document.documentElement.scrollHeight - innerHeight - scrollY) / 8);
        if (frames > 0) requestAnimationFrame(step);
        else done(rests);
      };
      step();
    })`);
    await walk.page.getByRole('link', { name: /\/many-0$/ }).waitFor();
    expect(await rows().count()).toBeLessThanOrEqual(60);
    expect(asked('/v1/links').length - before).toBeLessThanOrEqual(6 + 2 * rests);
    // What is only passed by is drawn with the rows that are there.
    expect(await walk.page.evaluate<number>('rowsMade')).toBeLessThanOrEqual(240 + 60 * rests);
    await walk.page.evaluate('scrollTo(0, 0)');
  });

  it('keeps what can be done beside a title, or below its beginning, on a phone', async () => {
    await walk.page.setViewportSize({ width: 360, height: 800 });
    const places: Record<string, unknown> = {};
    for (const screen of screens) {
      await show(screen);
      places[screen[0]] = await walk.page.evaluate(`(() => {
        const header = document.querySelector('main header:has(h1)');
        const title = header.querySelector('h1').getBoundingClientRect();
        const actions = header.lastElementChild;
        if (actions.querySelector('h1')) return 'alone';
        const { left, top } = actions.getBoundingClientRect();
        return top < title.bottom ? 'beside' : Math.round(left - title.left);
      })()`);
    }
    await walk.page.setViewportSize({ width: 1280, height: 720 });
    expect(Object.entries(places).filter(([, place]) => !['alone', 'beside', 0].includes(place as string))).toEqual([]);
  });

  it('shows every screen on a tour of few requests', async () => {
    await walk.go('');
    await walk.heading('Overview').waitFor();
    const before = asked().length;
    for (const screen of screens) await show(screen);
    expect(asked().length - before).toBeLessThanOrEqual(40);
  });

  it('shows requests that answer a key what the screen shows', async () => {
    const { api_key: key } = walk.product.bootstrap;
    const env = { PATH: process.env['PATH'] ?? '', WAYMARK_BASE_URL: '', WAYMARK_API_KEY: key };
    const panel = walk.page.getByRole('complementary', { name: 'This screen as requests' });
    /** What is chosen in the panel gives a key the answer that the page got. */
    const expectSame = async (): Promise<void> => {
      const command = (await panel.getByRole('region', { name: 'The request in curl' }).textContent()) ?? '';
      const [path = '', ...options] = argumentsOf(command, env);
      const headers = options
        .filter((_, index) => options[index - 1] === '--header')
        .map((text) => text.split(': ') as [string, string]);
      const answer = await send(walk.product, 'GET', path, { headers: Object.fromEntries(headers) });
      const refused = await panel.getByText('An API key is refused here').count();
      expect([path, answer.status]).toEqual([path, refused > 0 ? 403 : 200]);
      // Of an image the panel shows the request alone.
      const isShown = String(answer.headers['content-type']).includes('json');
      if (refused > 0 || path === OF_THE_CALLER || !isShown) return;
      const there = (await panel.getByRole('region', { name: 'The answer' }).textContent()) ?? '';
      // A long answer is shown as it came, and cut.
      const isCut = there.endsWith('\n…');
      const fresh = isCut ? `${answer.text.slice(0, there.length - 2)}\n…` : JSON.stringify(answer.body, null, 2);
      const same = (text: string) => text.replace(VOLATILE, '$1…');
      expect([path, same(fresh)]).toEqual([path, same(there)]);
    };
    await show(screens[0]!);
    await walk.page.keyboard.press('a');
    for (const screen of screens) {
      await show(screen);
      for (const asked of REQUESTS[screen[0]]?.() ?? []) {
        // It stands there as soon as it is sent, and with its status once it is answered.
        const answered = new RegExp(`^GET/v1/${asked}(\\?.*)?200\\d+ ms$`);
        await panel.getByRole('list').getByRole('button').filter({ hasText: answered }).first().click();
        await expectSame();
        for (const [tab, call] of CALLS) {
          await panel.getByRole('tab', { name: tab, exact: true }).click();
          const code = panel.getByRole('region', { name: `The request in ${tab.toLowerCase()}` });
          expect(await code.textContent()).toMatch(call);
        }
        await panel.getByRole('tab', { name: 'curl' }).click();
      }
    }
    await walk.page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
  });

  it.each([
    ['at 200 % of the size', { width: 640, height: 400 }, {}],
    ['in colours of the system', { width: 1280, height: 800 }, { forcedColors: 'active' as const }],
  ])('shows every screen %s, and nothing wider than the window', async (_, size, media) => {
    await walk.page.setViewportSize(size);
    await walk.page.emulateMedia(media);
    const found: Record<string, unknown> = {};
    for (const screen of screens) {
      await show(screen);
      found[screen[0]] = await walk.page.evaluate(LOOKS);
    }
    expect(found).toEqual(Object.fromEntries(screens.map(([name]) => [name, { tooWide: 0, cut: [], alike: [] }])));
    await walk.page.emulateMedia({ forcedColors: 'none' });
    await walk.page.setViewportSize({ width: 1280, height: 800 });
  });

  it('moves for those who want it, and for nobody else', async () => {
    const moving = (): Promise<number> =>
      walk.page.evaluate(`document.getAnimations().filter((one) => one.playState === 'running').length`);
    const letGo = await walk.hold('**/v1/qr-codes*');
    await walk.page.emulateMedia({ reducedMotion: 'no-preference' });
    await walk.go('qr-codes?page=2');
    await walk.page.locator('.skeleton').first().waitFor();
    await eventually(async () => expect(await moving()).toBeGreaterThan(0));
    await walk.page.emulateMedia({ reducedMotion: 'reduce' });
    await eventually(async () => expect(await moving()).toBe(0));
    letGo();
    await walk.settle();
    await walk.page.unroute('**/v1/qr-codes*');
  });

  it('keeps nothing of the screens that were left', async () => {
    const round = async (): Promise<void> => {
      for (const screen of screens) await show(screen);
    };
    await round();
    await show(screens[0]!);
    const before = await walk.countNodes();
    for (let times = 0; times < 3; times += 1) await round();
    await show(screens[0]!);
    // On a busy machine a screen just left may still wait for an answer; what is kept stays.
    await eventually(async () => {
      const after = await walk.countNodes();
      expect(after.nodes).toBeLessThanOrEqual(before.nodes * 1.2);
      expect(after.listeners).toBeLessThanOrEqual(before.listeners * 1.2);
      expect(after.heap).toBeLessThanOrEqual(before.heap * 1.2);
    });
  });
});

/** What is wider than the window, texts of buttons that are cut, and in colours of the system what nothing sets off. */
const LOOKS = `(() => {
  const forced = matchMedia('(forced-colors: active)').matches;
  const named = (elements) => [...elements].map((element) => (element.innerText || element.ariaLabel || '').slice(0, 40));
  const buttons = [...document.querySelectorAll('main button, main a, h1')];
  const cut = buttons.filter((one) => {
    const { overflowX, textOverflow } = getComputedStyle(one);
    return one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0 && overflowX !== 'visible' && textOverflow !== 'ellipsis';
  });
  const alike = !forced ? [] : [...document.querySelectorAll('nav [aria-current=page], main [aria-selected=true]')].filter(
    (one) => getComputedStyle(one).outlineStyle === 'none',
  );
  return { tooWide: Math.max(0, document.documentElement.scrollWidth - innerWidth), cut: named(cut), alike: named(alike) };
})()`;
