// `npm run docs` makes pages of docs/ in .cache/docs; a link to a page that is not there fails it. The guides come
// first, in the order in which they are read.
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const docs = resolve(fileURLToPath(import.meta.url), '../..');

const pages = (folder, names) => Object.entries(names).map(([name, text]) => ({ text, link: `/${folder}${name}` }));

const USE = {
  quickstart: 'Quickstart',
  authentication: 'Authentication',
  keys: 'Keys and rotation',
  errors: 'Errors',
  pagination: 'Pagination',
  idempotency: 'Idempotency and retries',
  'rate-limits': 'Rate limits',
  webhooks: 'Webhooks',
  analytics: 'Analytics recipes',
  exports: 'Exports',
  history: 'History and as_of',
  migrating: 'Migrating',
};
const RUN = {
  'self-hosting': 'Self-hosting',
  cluster: 'A cluster',
  backup: 'Backup and restore',
  upgrades: 'Upgrades',
};
const REFERENCE = {
  api: "The API's manners",
  'events/README': 'Events',
  'jobs/README': 'Jobs',
  domains: 'Custom domains',
  configuration: 'Configuration',
  operations: 'Operations',
  cluster: 'The cluster',
  'kubernetes/README': 'Kubernetes',
  performance: 'Performance',
  reliability: 'Reliability',
  scale: 'Scale',
  SECURITY: 'Security',
  CHANGELOG: 'Changelog',
  contributing: 'Contributing',
};

/** Whether a link stays within docs/. Other files are read in the repository, where a spec checks that they exist. */
const isPage = (page, link) =>
  /^(\w+:|#)/.test(link) ||
  (/(\.md|\/)(#.*)?$/.test(link) && !relative(docs, resolve(docs, page, '..', link)).startsWith('..'));

/** The pages stand alone: a link to anything else becomes its text. */
const withinDocs = (markdown) => {
  markdown.core.ruler.push('within-docs', ({ tokens, env }) => {
    for (const { children } of tokens) {
      for (const [at, token] of (children ?? []).entries()) {
        if (token.type !== 'link_open' || isPage(env.relativePath, token.attrGet('href'))) continue;
        const end = children.slice(at).find(({ type }) => type === 'link_close');
        for (const one of [token, end]) [one.type, one.tag, one.attrs] = ['text', '', null];
      }
    }
  });
};

export default {
  title: 'Waymark',
  description: 'Short links by REST: guides and reference.',
  outDir: resolve(docs, '../.cache/docs'),
  cacheDir: resolve(docs, '../.cache/vitepress'),
  rewrites: { 'README.md': 'index.md', 'guides/README.md': 'guides/index.md' },
  markdown: { config: withinDocs },
  themeConfig: {
    search: { provider: 'local' },
    sidebar: [
      { text: 'Use the API', items: pages('guides/', USE) },
      { text: 'Run it', items: pages('guides/', RUN) },
      { text: 'Reference', items: pages('', REFERENCE) },
    ],
  },
};
