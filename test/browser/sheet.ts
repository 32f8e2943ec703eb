import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from './support/browser';
import { Walk } from './support/walk';

const ROOT = join(__dirname, '..', '..');
const OUT = join(ROOT, '.cache', 'sheet');
const THEMES = ['light', 'dark'] as const;
const WIDTHS = [1280, 360] as const;

interface Shot {
  readonly name: string;
  /** Of the screen that it opens, if it opens one. */
  readonly title?: string | RegExp;
  readonly open: (walk: Walk) => Promise<void>;
}

/** The year that `npm run demo` makes. */
const fill = async ({ dataDir, port }: { readonly dataDir: string; readonly port: number }): Promise<void> => {
  const demo = spawn(process.execPath, [join(ROOT, '.scripts', 'demo.mjs'), '--clicks', '60000'], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(demo, 'exit')) as [number | null];
  if (code !== 0) throw new Error('the demonstration data could not be made');
};

const settle = async (walk: Walk, title: string | RegExp | undefined): Promise<void> => {
  const { page } = walk;
  if (title !== undefined) await walk.heading(title).first().waitFor();
  await page.locator('.skeleton').first().waitFor({ state: 'hidden' });
  await page.evaluate('document.fonts.ready.then(() => undefined)');
};

/** The screens of the navigation, and those that are reached from them. */
const shotsOf = async (page: Page, link: string): Promise<readonly Shot[]> => {
  const screens = await page.evaluate<readonly (readonly [string, string])[]>(
    `[...document.querySelectorAll('nav[aria-label=Screens] a')].map((a) => [a.innerText.trim(), new URL(a.href).pathname])`,
  );
  const at = (name: string, path: string, title: string | RegExp = name): Shot => ({
    name,
    title,
    open: (walk) => walk.go(path),
  });
  return [
    ...screens.map(([name, path]) => at(name, path.split('/').slice(3).join('/'))),
    at('Overview compared', '?range=90d&compare=previous', 'Overview'),
    at('New link', 'links/new'),
    at('Link', `links/${link}`, /\//),
    at('Edit link', `links/${link}/edit`, /^Edit /),
    { name: 'Palette', open: ({ page: shown }) => shown.keyboard.press('Control+k') },
  ];
};

const pageOf = (files: readonly (readonly [name: string, file: string])[]): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Waymark's dashboard</title>
<style>body{font:14px system-ui;margin:24px;background:#8882}figure{display:inline-block;margin:0 24px 24px 0;vertical-align:top}
img{display:block;border:1px solid #8884;max-width:640px}figcaption{margin-bottom:6px}</style>
${files.map(([name, file]) => `<figure><figcaption>${name}</figcaption><img src="${file}" alt="${name}" loading="lazy"></figure>`).join('\n')}
</html>
`;

const main = async (): Promise<void> => {
  const walk = new Walk();
  await walk.begin();
  try {
    await fill(walk.product);
    await walk.signIn();
    // Nothing is hovered.
    await walk.page.mouse.move(0, 0);
    const { data } = await walk.api<{ readonly data: readonly { readonly id: string }[] }>(
      'GET',
      '/v1/links?sort=clicks&limit=1',
    );
    rmSync(OUT, { recursive: true, force: true });
    mkdirSync(OUT, { recursive: true });
    const files: (readonly [string, string])[] = [];
    for (const { name, title, open } of await shotsOf(walk.page, data[0]?.id ?? ''))
      for (const theme of THEMES)
        for (const width of WIDTHS) {
          await walk.page.emulateMedia({ colorScheme: theme });
          await walk.page.setViewportSize({ width, height: width === 360 ? 780 : 800 });
          await open(walk);
          await settle(walk, title);
          const file = `${name.toLowerCase().replaceAll(' ', '-')}-${theme}-${width}.png`;
          await walk.page.screenshot({ path: join(OUT, file) });
          await walk.page.keyboard.press('Escape');
          files.push([`${name}, ${theme}, ${width} px`, file]);
        }
    writeFileSync(join(OUT, 'index.html'), pageOf(files));
    console.log(`${files.length} pictures: ${join(OUT, 'index.html')}`);
  } finally {
    await walk.end();
  }
};

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
