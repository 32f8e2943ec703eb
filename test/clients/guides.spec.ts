import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '../support/programs';
import { api, freePort, register } from '../support/waymark';
import {
  type Block,
  LANGUAGES,
  type Language,
  type Page,
  blocksOf,
  isLanguage,
  isOf,
  pages,
} from './support/guides/page';
import { type Compiler, type Snippet, compilers, installForNode } from './support/guides/programs';
import { walk } from './support/guides/walk';
import { type Language as Driven, underTest } from './support/under-test';

const ROOT = join(__dirname, '../..');
const { product, languages } = underTest();
const OPS = join(ROOT, 'dist/apps/ops/src/main.js');
const PAGES = pages();
/** All others have no limit. */
const PLANS: Readonly<Record<string, string>> = { 'rate-limits': 'pro' };
const DRIVERS: Readonly<Record<Exclude<Language, 'sh'>, string>> = {
  ts: 'typescript',
  python: 'python',
  go: 'go',
  php: 'php',
};
const NO_DRIVER: Driven = { language: '', command: [], env: {}, faults: [], skipped: 'CLIENTS leaves it out' };
const driverOf = (name: string): Driven => languages.find(({ language }) => language === name) ?? NO_DRIVER;

/** A page in a language of its own, or in those that have nothing to say but what all have in common. */
const speaks = ({ blocks }: Page, language: Language): boolean =>
  blocks.some((block) => isOf(block, language) && (language === 'sh' || block.lang === language));
const nameOf = ({ name }: Page, { line }: Block): string => `${name}-${line}`;

describe('guides', () => {
  it('have every call in all languages', () => {
    const groups = PAGES.flatMap(({ name, blocks }) =>
      [...new Set(blocks.flatMap(({ group }) => group ?? []))].map((group) => ({
        place: `${name}, group ${group}`,
        langs: blocks.filter((block) => block.group === group).map(({ lang }) => lang),
      })),
    );
    expect(groups.filter(({ langs }) => langs.join() !== LANGUAGES.join())).toEqual([]);
    const spoken = PAGES.filter((page) => speaks(page, 'go')).map(({ name }) => name);
    expect(spoken).toEqual(expect.arrayContaining(IN_ALL_LANGUAGES));
  });

  it('have every block run or compared, except the listed ones', () => {
    const idle = PAGES.flatMap(({ name, blocks }) =>
      blocks
        .filter(({ lang, notRun }) => notRun !== undefined || !(isLanguage(lang) || /^(json|http|text)$/.test(lang)))
        .map(({ notRun, lang }) => `${name}: ${notRun ?? `${lang} without a reason`}`),
    );
    expect(idle).toEqual(NOT_RUN);
  });

  it('give no command a secret as an argument, which every user of the machine can see', () => {
    const shown = PAGES.flatMap(({ name, blocks }) =>
      blocks
        .filter(({ text }) => /\bwaymark\b.*--(secret|api-key)\b/.test(text))
        .map(({ line }) => `${name}: line ${line}`),
    );
    expect(shown).toEqual([]);
  });

  it.each([
    ['a member that is not there', `echo '{"id": 1}'`, 'json', '{ "name": 1 }', /^line 4: the answer\.name is missing/],
    ['another kind', `echo '{"id": "1"}'`, 'json', '{ "id": 1 }', /^line 4: the answer\.id is "1", not number/],
    ['another code', `echo '{"code": "b"}'`, 'json', '{ "code": "a" }', /^line 4: the answer\.code is "b", not "a"/],
    ['an empty list', `echo '[]'`, 'json', '[{ "id": 1 }]', /^line 4: the answer is empty/],
    [
      'another status',
      `printf 'HTTP/1.1 404 Not Found'`,
      'http',
      'HTTP/1.1 200 OK',
      /404 Not Found, not HTTP\/1\.1 200 OK/,
    ],
    ['no header', `printf 'HTTP/1.1 200 OK'`, 'http', 'HTTP/1.1 200 OK\nETag: "0"', /^line 4: the answer has no etag/],
    ['an answer that did not come', `true`, 'json', '{}', /^line 4: SyntaxError/],
    ['a command that fails', `false`, 'json', '{}', /^ended with 1 in the block of line 1/],
    ['a complaint', `echo oh >&2`, 'json', '{}', /^ended with 0 in the block of line 1: oh/],
  ])('are caught where they show %s', async (_, command, lang, answer, found) => {
    const blocks = blocksOf(`\`\`\`sh\n${command}\n\`\`\`\n\`\`\`${lang}\n${answer}\n\`\`\``);
    const page = { name: 'planted', blocks };
    const lines = ({ text }: Block): string => text;
    expect(await walk({ page, language: 'sh', folder, env: process.env, lines })).toEqual([
      expect.stringMatching(found),
    ]);
  });
});

const IN_ALL_LANGUAGES = [
  'analytics',
  'authentication',
  'errors',
  'exports',
  'idempotency',
  'pagination',
  'quickstart',
  'webhooks',
];
/** Operation of a server, and what takes too long. */
const NOT_RUN = [
  'backup: copies a server; test/ops/restore.spec.ts does it',
  "backup: opens a server's data; test/ops/restore.spec.ts does it",
  'cluster: starts containers',
  'rate-limits: needs more than a thousand requests within a minute; test/promises/rate-limit.spec.ts sends them',
  'self-hosting: configures a server',
  'self-hosting: configures a server',
  'upgrades: upgrades a server; test/upgrade/upgrade.spec.ts opens data of every earlier version',
];

/** What a walk needs: a workspace of its own, with the file in which a first start leaves its credentials. */
const workspaceIn = async (folder: string, plan: string | undefined): Promise<string> => {
  const { email, password, access_token, workspace } = await eventually(() => register(product));
  const key = await eventually(async () => {
    const made = await api(product, access_token).post<{ key: string }>('/v1/api-keys', {
      name: 'Guides',
      scope: 'Read + Write',
    });
    if (made.status !== 201) throw new Error(`a key could not be made: ${made.text}`);
    return made.body.key;
  });
  const bootstrap = { base_url: product.url, email, password, workspace_id: workspace.id, api_key: key };
  if (plan) {
    const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: product.dataDir };
    const args = [OPS, 'workspace', 'set-plan', workspace.id, plan];
    await eventually(() => promisify(execFile)(process.execPath, args, { cwd: folder, env }));
  }
  mkdirSync(join(folder, 'data'));
  writeFileSync(join(folder, 'data/bootstrap.json'), JSON.stringify(bootstrap));
  return key;
};

/**
 * A machine that is too busy answers 503, or a list that does not have the newest link yet; a page that is wrong is so
 * each time.
 */
const MOST_TRIES = 3;
/** For compilers, and for all tries. Against hangs, not for speed. */
const PREPARED_WITHIN_MS = 900_000;
/** Below the repository, for the compiler looks for the types of Node from there. */
let folder: string;
let port: number;

beforeAll(async () => {
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  folder = mkdtempSync(join(ROOT, '.cache', 'guides-'));
  port = await freePort();
  await installForNode(folder);
}, PREPARED_WITHIN_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A page with the product that runs, and a port and aliases that are free, in place of those of its reader. */
const here = ({ name, blocks }: Page, tries = 1): Page => ({
  name,
  blocks: blocks.map((block) => ({
    ...block,
    text: block.text
      .replaceAll('localhost:3000', `localhost:${product.port}`)
      .replaceAll(/\b4000\b/g, String(port))
      .replaceAll(/\b(3AbCdEf|moved-sale|from-[a-z]+)\b/g, `$1-${tries}`),
  })),
});

const suiteOf = (language: Language) => (): void => {
  let compiler: Compiler | undefined;
  const spoken = PAGES.filter((page) => speaks(page, language));

  beforeAll(async () => {
    if (language === 'sh') return;
    compiler = compilers(folder, driverOf)[language];
    const snippets = spoken
      .map((page) => here(page))
      .flatMap((page) =>
        page.blocks
          .filter((block) => block.lang === language && isOf(block, language))
          .map((block): Snippet => ({ name: nameOf(page, block), block })),
      );
    await compiler.compile(snippets);
  }, PREPARED_WITHIN_MS);

  it.each(spoken.map((page) => [page.name, page] as const))(
    'the guide on %s runs as it is written',
    async (name, page) => {
      let found: readonly string[] = [];
      for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
        found = await walked(name, page, tries);
        if (found.length === 0) return;
      }
      expect(found).toEqual([]);
    },
    PREPARED_WITHIN_MS,
  );

  const walked = async (name: string, page: Page, tries: number): Promise<readonly string[]> => {
    const own = join(folder, `${language}-${name}-${tries}`);
    mkdirSync(own);
    const env = {
      PATH: [join(folder, 'node_modules/.bin'), process.env['PATH']].join(delimiter),
      HOME: process.env['HOME'],
      LOCAL_PORT: String(port),
      WAYMARK_BASE_URL: product.url,
      WAYMARK_API_KEY: await workspaceIn(own, PLANS[name]),
    };
    const lines = (block: Block): string =>
      block.lang === 'sh' || !compiler ? block.text : compiler.command({ name: nameOf(page, block), block });
    return walk({ page: here(page, tries), language, folder: own, env, lines });
  };
};

const absent = ['bash', 'curl', 'jq'].find((tool) => spawnSync(tool, ['--version']).error);
for (const language of LANGUAGES) {
  const driver = language === 'sh' ? undefined : driverOf(DRIVERS[language]);
  const title = driver?.language ?? 'guides by curl and the command';
  const skipped = absent === undefined ? driver?.skipped : `${absent} is not installed`;
  if (skipped === undefined) describe(title, suiteOf(language));
  else describe.skip(`${language === 'sh' ? title : DRIVERS[language]}, skipped: ${skipped}`, suiteOf(language));
}
