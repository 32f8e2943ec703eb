import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

const ROOT = join(__dirname, '..', '..', '..');
const PACKAGES = join(ROOT, 'test', 'browser', 'node_modules');
const PACKED = join(PACKAGES, '@sparticuz', 'chromium');
/** Where systems put a browser that the protocol of DevTools works with. */
const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Packages of the folder of the browser suites, which only `npm run test:system` installs: so they are not imported. */
export const requireThere = createRequire(join(ROOT, 'test', 'browser', 'package.json'));

export interface Chromium {
  readonly executablePath: string;
  readonly env: Readonly<Record<string, string>>;
}

const isPacked = (): boolean =>
  process.platform === 'linux' && process.arch === 'x64' && existsSync(join(PACKED, 'bin', 'chromium.br'));

const installed = (): string | undefined => process.env['BROWSER_PATH'] ?? INSTALLED.find((path) => existsSync(path));

/** Why no browser can run here; undefined if one can. */
export const missing = (): string | undefined => {
  if (!existsSync(join(PACKAGES, 'playwright-core'))) return 'npm run test:system has not installed test/browser';
  if (process.env['BROWSER_PATH'] || isPacked() || installed()) return undefined;
  return 'no browser is known on this platform: name one by BROWSER_PATH';
};

/** BROWSER_PATH, else the browser of the packages, else one of the system. */
export const findChromium = (): Chromium => {
  const chosen = process.env['BROWSER_PATH'] ?? (isPacked() ? undefined : installed());
  return chosen ? { executablePath: chosen, env: {} } : unpacked();
};

/** The browser in .cache, unpacked at the first use of its version. */
const unpacked = (): Chromium => {
  const { version } = JSON.parse(readFileSync(join(PACKED, 'package.json'), 'utf8')) as { readonly version: string };
  const folder = join(ROOT, '.cache', `chromium-${version}`);
  const executablePath = join(folder, 'chromium');
  if (!existsSync(folder)) unpackInto(folder);
  return {
    executablePath,
    env: { LD_LIBRARY_PATH: join(folder, 'lib'), FONTCONFIG_PATH: folder },
  };
};

const inflated = (name: string): Buffer => brotliDecompressSync(readFileSync(join(PACKED, 'bin', name)));

/** Beside and then moved, since several processes may do so at once. */
const unpackInto = (folder: string): void => {
  const beside = `${folder}-${randomBytes(6).toString('hex')}`;
  mkdirSync(beside, { recursive: true });
  writeFileSync(join(beside, 'chromium'), inflated('chromium.br'));
  chmodSync(join(beside, 'chromium'), 0o755);
  for (const name of ['al2023.tar.br', 'fonts.tar.br'])
    for (const { path, content } of filesIn(inflated(name))) {
      mkdirSync(dirname(join(beside, path)), { recursive: true });
      writeFileSync(join(beside, path), content);
    }
  // The one of the package names folders of a cloud's machines.
  writeFileSync(join(beside, 'fonts.conf'), `<fontconfig><dir>${folder}/fonts</dir></fontconfig>\n`);
  try {
    renameSync(beside, folder);
  } catch (error) {
    if (!existsSync(join(folder, 'chromium'))) throw error;
    rmSync(beside, { recursive: true, force: true });
  }
};

const BLOCK = 512;

/** The files of a tar, whose entries are blocks of a header and then of the content. */
function* filesIn(tar: Buffer): Generator<{ readonly path: string; readonly content: Buffer }> {
  const text = (from: number, length: number): string =>
    tar.toString('latin1', from, from + length).replace(/\0.*$/s, '');
  for (let at = 0; at + BLOCK <= tar.length && tar[at] !== 0;) {
    const size = parseInt(text(at + 124, 12).trim() || '0', 8);
    const isFile = text(at + 156, 1) === '0';
    if (isFile) yield { path: text(at, 100), content: tar.subarray(at + BLOCK, at + BLOCK + size) };
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
}
