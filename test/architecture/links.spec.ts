import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { plant, ROOT } from './tools';

/** Where people read. */
const READ = ['README.md', 'docs', 'apps', 'libs', 'test'];
const NOT_OURS = /(^|\/)(node_modules|dist|vendor|\.cache|\.venv)(\/|$)/;

const markdownIn = (root: string): readonly string[] =>
  READ.filter((path) => existsSync(join(root, path))).flatMap((path) =>
    statSync(join(root, path)).isFile()
      ? [path]
      : readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
          .map((file) => join(path, file))
          .filter((file) => file.endsWith('.md') && !NOT_OURS.test(file)),
  );

/** Without its code: what stands there is no link. */
const prose = (markdown: string): string => markdown.replace(/^ *```[^]*?^ *```/gm, '').replace(/`[^`\n]*`/g, '`code`');

/** As GitHub and VitePress name the place of a heading. */
const anchorsIn = (markdown: string): readonly string[] =>
  [...markdown.replace(/^ *```[^]*?^ *```/gm, '').matchAll(/^#+ +(.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  );

/** Links of a tree that lead nowhere. */
const deadLinks = (root: string): readonly string[] =>
  markdownIn(root).flatMap((page) => {
    const markdown = readFileSync(join(root, page), 'utf8');
    return [...prose(markdown).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, link = '']) => link)
      .filter((link) => !/^\w+:/.test(link) && !leads(root, page, link))
      .map((link) => `${page}: ${link}`);
  });

const leads = (root: string, page: string, link: string): boolean => {
  const [path = '', anchor] = link.split('#');
  const file = path === '' ? join(root, page) : resolve(root, dirname(page), path);
  if (relative(root, file).startsWith('..') || !existsSync(file)) return false;
  return anchor === undefined || !file.endsWith('.md') || anchorsIn(readFileSync(file, 'utf8')).includes(anchor);
};

describe('links between pages', () => {
  it('lead to files and headings that are there', () => {
    expect(markdownIn(ROOT).length).toBeGreaterThan(40);
    expect(deadLinks(ROOT)).toEqual([]);
  });

  it('are caught where they lead nowhere', () => {
    const page =
      '# A page\n\n[a](b.md) [b](../README.md) [c](#a-page) [d](#a-pge) [e](../README.md#way-on) [f](gone.ts)\n';
    const { folder, remove } = plant({
      'README.md': '# Way `on`!\n\n[docs](docs/a.md)\n```sh\necho [x](y.md)\n```\n',
      'docs/a.md': page,
    });
    try {
      expect(deadLinks(folder)).toEqual(['docs/a.md: b.md', 'docs/a.md: #a-pge', 'docs/a.md: gone.ts']);
    } finally {
      remove();
    }
  });

  it('of the sidebar include every guide', () => {
    const sidebar = readFileSync(join(ROOT, 'docs/.vitepress/config.mjs'), 'utf8');
    const guides = readdirSync(join(ROOT, 'docs/guides')).map((file) => file.replace(/\.md$/, ''));
    const absent = guides.filter((name) => name !== 'README' && !new RegExp(`^  '?${name}'?: `, 'm').test(sidebar));
    expect(absent).toEqual([]);
    const index = readFileSync(join(ROOT, 'docs/guides/README.md'), 'utf8');
    expect(guides.filter((name) => name !== 'README' && !index.includes(`(${name}.md)`))).toEqual([]);
  });

  it('of the index of decisions have every decision, by its title', () => {
    const folder = join(ROOT, 'docs/adr');
    const titles = readdirSync(folder)
      .filter((file) => file !== 'README.md')
      .map((file) => `- [${/^# (.*)$/m.exec(readFileSync(join(folder, file), 'utf8'))?.[1]}](${file})`);
    const index = readFileSync(join(folder, 'README.md'), 'utf8');
    expect(titles.length).toBeGreaterThan(30);
    expect(index.split('\n').filter((line) => line.startsWith('- '))).toEqual(titles);
  });
});
