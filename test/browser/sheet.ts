import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { send } from '../support/waymark';
import { fillWithDemo } from './support/demo';
import { Walk } from './support/walk';

const ROOT = join(__dirname, '..', '..');
const OUT = join(ROOT, '.cache', 'sheet');
const THEMES = ['light', 'dark'] as const;
const WIDTHS = [1280, 360] as const;

/** What it shows, and its file. */
type Picture = readonly [name: string, file: string];

/** Those of the README: the window as it is, and the year of clicks that `npm run demo` makes. */
const README = { folder: join(ROOT, 'docs', 'images'), clicks: 200_000 };

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0';
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 ' +
  'Mobile/15E148 Safari/604.1';
/** The link that each of them follows, where they are, what they read it on, and where it stood. */
const VISITORS = [
  ['summer-sale-instagram', 'BR', PHONE, 'https://l.instagram.com/'],
  ['go-docs', 'DE', WINDOWS, 'https://news.example.com/'],
  ['article-1', 'US', PHONE, 'https://t.co/'],
  ['black-week-newsletter', 'FR', WINDOWS, 'https://mail.example.com/'],
  ['go-pricing', 'JP', WINDOWS, 'https://news.example.com/'],
] as const;

interface Shot {
  readonly name: string;
  /** Of the screen that it opens, if it opens one. */
  readonly title?: string | RegExp;
  readonly open: (walk: Walk) => Promise<void>;
}

/** All of a screen, up to a height: what is longer goes on in the same way. */
const TALLEST = 1_600;

const stretch = async (walk: Walk, width: number, least: number): Promise<void> => {
  const height = await walk.page.evaluate<number>('document.documentElement.scrollHeight');
  await walk.page.setViewportSize({ width, height: Math.min(TALLEST, Math.max(least, height)) });
  // Rows for the taller window are drawn in the frame after it is known.
  await walk.page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  await walk.settle();
};

const at = (name: string, path: string, title: string | RegExp = name): Shot => ({
  name,
  title,
  open: (walk) => walk.go(path),
});

/** What keys open over the overview. */
const overlay = (name: string, keys: string): Shot => ({
  name,
  open: async (walk) => {
    await walk.go('');
    await walk.heading('Overview').waitFor();
    await walk.settle();
    await walk.page.mouse.move(0, 0);
    await walk.page.keyboard.press(keys);
    await walk.page.getByRole('dialog').first().waitFor();
  },
});

interface Entry {
  readonly id: string;
  readonly status: string;
  readonly name: string;
  readonly description: string;
  readonly hostname: string;
}

/** One screen of each kind that shows a single thing. */
const detailsOf = async (walk: Walk): Promise<readonly Shot[]> => {
  const find = async (path: string, isIt: (entry: Entry) => boolean = () => true): Promise<Entry> => {
    const { data } = await walk.api<{ readonly data: readonly Entry[] }>('GET', path);
    const found = data.find(isIt);
    if (!found) throw new Error(`the demonstration data has nothing for ${path}`);
    return found;
  };
  const link = await find('/v1/links?sort=clicks&limit=1');
  const campaign = await find('/v1/campaigns', ({ status }) => status === 'active');
  const webhook = await find('/v1/webhooks', ({ status }) => status === 'active');
  const [domain, code] = [await find('/v1/domains'), await find('/v1/qr-codes', ({ name }) => name === 'Shop window')];
  const [file, key] = [await find('/v1/imports'), await find('/v1/api-keys', ({ name }) => name === 'Newsletter tool')];
  return [
    at('Link', `links/${link.id}`, /\//),
    at('Edit link', `links/${link.id}/edit`, /^Edit /),
    {
      name: 'Live',
      title: 'Live',
      open: async (shown) => {
        await shown.go('live');
        await shown.page.getByText('Connected').waitFor();
        for (const [alias, country, agent, referer] of VISITORS)
          await send(shown.product, 'GET', `/${alias}`, {
            headers: { 'cf-ipcountry': country, 'user-agent': agent, referer },
          });
        await shown.page
          .getByRole('table', { name: 'Clicks' })
          .getByRole('link')
          .nth(VISITORS.length - 1)
          .waitFor();
      },
    },
    at('Campaign', `campaigns/${campaign.id}`, campaign.name),
    at('Links of a campaign', `campaigns/${campaign.id}?tab=links`, campaign.name),
    at('Edit campaign', `campaigns/${campaign.id}/edit`, /^Edit /),
    at('Webhook', `webhooks/${webhook.id}`, webhook.description),
    at('Domain', `domains/${domain.id}`, domain.hostname),
    at('QR studio', `qr-codes/${code.id}`, code.name),
    at('Import', `imports/${file.id}`, /^Import from /),
    {
      name: 'Key',
      open: async (shown) => {
        await shown.go('keys');
        await shown.page.getByRole('button', { name: key.name, exact: true }).first().click();
        await shown.page.getByRole('dialog').getByRole('heading', { name: 'History' }).waitFor();
      },
    },
  ];
};

/** The screens of the navigation, and those that are reached from them. */
const shotsOf = async (walk: Walk): Promise<readonly Shot[]> => {
  const screens = await walk.page.evaluate<readonly (readonly [string, string])[]>(
    `[...document.querySelectorAll('nav[aria-label=Screens] a')].map((a) => [a.innerText.trim(), new URL(a.href).pathname])`,
  );
  return [
    ...screens.filter(([name]) => name !== 'Live').map(([name, path]) => at(name, path.split('/').slice(3).join('/'))),
    at('Overview compared', '?range=90d&compare=previous', 'Overview'),
    at('New link', 'links/new'),
    at('New campaign', 'campaigns/new'),
    at('New webhook', 'webhooks/new'),
    at('New QR code', 'qr-codes/new'),
    ...(await detailsOf(walk)),
    overlay('Palette', 'Control+k'),
    overlay('Shortcuts', '?'),
  ];
};

/** In light and dark, wide and narrow. @returns the names of the pictures, and their files */
const photograph = async (walk: Walk, { name, title, open }: Shot): Promise<readonly Picture[]> => {
  const pictures: Picture[] = [];
  for (const theme of THEMES)
    for (const width of WIDTHS) {
      await walk.page.emulateMedia({ colorScheme: theme });
      const height = width === 360 ? 780 : 800;
      await walk.page.setViewportSize({ width, height });
      await open(walk);
      if (title !== undefined) await walk.heading(title).waitFor();
      await walk.settle();
      if (title !== undefined) await stretch(walk, width, height);
      const file = `${name.toLowerCase().replaceAll(' ', '-')}-${theme}-${width}.png`;
      await walk.page.screenshot({ path: join(OUT, file) });
      await walk.page.keyboard.press('Escape');
      pictures.push([`${name}, ${theme}, ${width} px`, file]);
    }
  return pictures;
};

const pageOf = (files: readonly Picture[]): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Waymark's dashboard</title>
<style>body{font:14px system-ui;margin:24px;background:#8882}figure{display:inline-block;margin:0 24px 24px 0;vertical-align:top}
img{display:block;border:1px solid #8884;max-width:640px}figcaption{margin-bottom:6px}</style>
${files.map(([name, file]) => `<figure><figcaption>${name}</figcaption><img src="${file}" alt="${name}" loading="lazy"></figure>`).join('\n')}
</html>
`;

/** The two pictures of the README: the overview, and the link with the most clicks. */
const forReadme = async (): Promise<void> => {
  const walk = new Walk();
  await walk.begin();
  try {
    await fillWithDemo(walk.product, README.clicks);
    await walk.page.setViewportSize({ width: 1280, height: 800 });
    await walk.signIn();
    await walk.page.mouse.move(0, 0);
    const details = await detailsOf(walk);
    const shots = [at('Overview', ''), ...details.filter(({ name }) => name === 'Link')];
    for (const { name, title, open } of shots) {
      await open(walk);
      if (title !== undefined) await walk.heading(title).waitFor();
      await walk.settle();
      await walk.page.screenshot({ path: join(README.folder, `${name.toLowerCase()}.png`) });
    }
    console.log(`${shots.length} pictures: ${README.folder}`);
  } finally {
    await walk.end();
  }
};

const main = async (): Promise<void> => {
  const walk = new Walk();
  // A proxy is believed, so that visitors can say where they are.
  await walk.begin({ TRUST_PROXY: 'true' });
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT, { recursive: true });
  try {
    await fillWithDemo(walk.product);
    const pictures: Picture[] = [];
    const signIn = `${walk.product.url}/app/sign-in`;
    const entry: Shot = { name: 'Sign in', title: 'Sign in', open: async ({ page }) => void (await page.goto(signIn)) };
    pictures.push(...(await photograph(walk, entry)));
    await walk.page.setViewportSize({ width: 1280, height: 800 });
    await walk.signIn();
    // Nothing is hovered.
    await walk.page.mouse.move(0, 0);
    for (const shot of await shotsOf(walk)) pictures.push(...(await photograph(walk, shot)));
    writeFileSync(join(OUT, 'index.html'), pageOf(pictures));
    console.log(`${pictures.length} pictures: ${join(OUT, 'index.html')}`);
  } finally {
    await walk.end();
  }
};

(process.argv[2] === 'readme' ? forReadme() : main()).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
