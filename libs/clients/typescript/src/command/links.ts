import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import {
  APIError,
  ConnectionError,
  type Import,
  type Link,
  type LinksListQuery,
  RateLimited,
  ServerError,
  TimeoutError,
} from '../index.js';
import { UsageError, demanded, number, text, texts } from './arguments.js';
import type { Command, Invocation } from './command.js';
import { saveTo } from './save.js';

const FILTERS = {
  tag: { type: 'string', multiple: true },
  domain: { type: 'string' },
  campaign: { type: 'string' },
  search: { type: 'string' },
  status: { type: 'string' },
} as const;

const FILTERS_HELP = {
  tag: 'with this tag; may be repeated: with any of them',
  domain: 'of this host',
  campaign: 'of the campaign with this id',
  search: 'with this text in alias, title, destination or external id',
  status: 'active, disabled, archived, expired or deleted',
};

export const filtersOf = ({ values }: Invocation): LinksListQuery => ({
  ...(texts(values, 'tag').length > 0 ? { tags: texts(values, 'tag') } : {}),
  domain: text(values, 'domain'),
  campaign_id: text(values, 'campaign'),
  search: text(values, 'search'),
  status: text(values, 'status'),
});

/** A field, where it is given. */
const only = <N extends string>(name: N, value: string | undefined): Partial<Record<N, string>> =>
  value === undefined ? {} : ({ [name]: value } as Record<N, string>);

const create: Command = {
  name: 'links create',
  summary: 'Creates a link, or changes the one with this external id, and prints its short URL.',
  words: ['URL'],
  options: {
    alias: { type: 'string' },
    domain: { type: 'string' },
    title: { type: 'string' },
    tag: { type: 'string', multiple: true },
    'external-id': { type: 'string' },
  },
  help: {
    alias: 'the path of the short URL; absent: a random one',
    domain: 'the host of the short URL',
    title: 'a title',
    tag: 'a tag; may be repeated',
    'external-id': 'its id in another system: the same id again is the same link',
  },
  run: async ({ waymark, values, words: [url = ''], output }) => {
    const tags = texts(values, 'tag');
    const externalId = text(values, 'external-id');
    const given = {
      destination_url: url,
      ...only('alias', text(values, 'alias')),
      ...only('domain', text(values, 'domain')),
      ...only('title', text(values, 'title')),
      ...(tags.length > 0 ? { tags } : {}),
    };
    const link = await (externalId === undefined
      ? waymark.links.create(given)
      : waymark.links.upsert(externalId, given));
    if (output.isJson) output.json(link);
    else output.line(link.short_url);
  },
};

const list: Command = {
  name: 'links list',
  summary: 'Lists links, the newest first.',
  options: { ...FILTERS, limit: { type: 'string' } },
  help: { ...FILTERS_HELP, limit: 'so many at most; absent: all' },
  run: async (invocation) => {
    const { waymark, values, output } = invocation;
    const most = number(values, 'limit', 1, Number.MAX_SAFE_INTEGER) ?? Infinity;
    const links: Link[] = [];
    for await (const link of waymark.links.list({ ...filtersOf(invocation), limit: Math.min(most, 100) })) {
      if (output.isJson) output.json(link);
      if (links.push(link) >= most) break;
      output.progress(`${links.length} links …`);
    }
    output.clear();
    if (output.isJson) return;
    output.table([
      ['SHORT URL', 'STATUS', 'CLICKS', 'DESTINATION'],
      ...links.map((link) => [link.short_url, link.status, String(link.clicks), link.destination_url]),
    ]);
  },
};

const FORMATS: readonly string[] = ['csv', 'ndjson'];

const exported: Command = {
  name: 'links export',
  summary: 'Writes links to a file, which appears when it is whole.',
  options: { ...FILTERS, format: { type: 'string' }, output: { type: 'string' } },
  help: { ...FILTERS_HELP, format: 'csv (the default) or ndjson', output: 'the file' },
  run: async (invocation) => {
    const { waymark, values } = invocation;
    const format = text(values, 'format') ?? 'csv';
    if (!FORMATS.includes(format)) throw new UsageError(`--format is ${FORMATS.join(' or ')}`);
    const path = demanded(values, 'output');
    await saveTo(path, await waymark.links.export({ ...filtersOf(invocation), format }), invocation);
  },
};

const LOOK_EVERY_MS = 1_000;
const LOOK_AT_LEAST_EVERY_MS = 8_000;

const imported: Command = {
  name: 'links import',
  summary: 'Makes a link of each row of a file, and waits for the end.',
  words: ['FILE'],
  options: { source: { type: 'string' }, domain: { type: 'string' }, again: { type: 'boolean' } },
  help: {
    source: 'where the file comes from: waymark, bitly, dub, kutt, shlink, yourls; absent: recognised by its columns',
    domain: 'the host for rows whose own host is not yours',
    again: 'imports a file that was sent within the last 24 hours once more; absent: waits for the end of that import',
  },
  run: async ({ waymark, values, words: [path = ''], output }) => {
    const query = { source: text(values, 'source'), domain: text(values, 'domain') };
    const idempotencyKey = values['again'] === true ? crypto.randomUUID() : await keyOf(path, query);
    const { data: sent, response } = await waymark.imports.create({ path }, query, { idempotencyKey }).withResponse();
    if (response.headers['idempotent-replayed'] === 'true')
      output.note(`${path} was sent before, as ${sent.id}; --again imports it once more.`);
    const job = await endOf(sent, { waymark, output });
    output.clear();
    if (output.isJson) output.json(job);
    else output.line(`${job.created} links were made, ${job.failed} rows failed.`);
    if (job.failed === 0 && job.status === 'completed') return;
    if (!output.isJson) for (const { row, message } of job.errors) output.line(`row ${row ?? '?'}: ${message}`);
    process.exitCode = 1;
  },
};

/** The Idempotency-Key of an import: the same for a file and its options, so that a second run makes no link twice. */
const keyOf = async (path: string, query: object): Promise<string> => {
  const hash = createHash('sha256').update(JSON.stringify(query));
  for await (const part of createReadStream(path)) hash.update(part as Buffer);
  return `import-${hash.digest('hex')}`;
};

/** Waits for the end of an import, which goes on while its progress cannot be had. */
const endOf = async (sent: Import, { waymark, output }: Pick<Invocation, 'waymark' | 'output'>): Promise<Import> => {
  let job = sent;
  let pause = LOOK_EVERY_MS;
  while (job.ended_at === null) {
    output.progress(`${job.id}: ${job.created} of ${job.total ?? '?'} links, ${job.failed} failed …`);
    await new Promise((resolve) => setTimeout(resolve, pause));
    try {
      job = await waymark.imports.get(job.id);
      pause = LOOK_EVERY_MS;
    } catch (error) {
      if (!PASSING.some((kind) => error instanceof kind)) throw error;
      if (pause === LOOK_EVERY_MS)
        output.note(`${job.id} goes on, and is asked for again: ${(error as Error).message}`);
      pause = Math.max(Math.min(2 * pause, LOOK_AT_LEAST_EVERY_MS), askedFor(error));
    }
  }
  return job;
};

/** Milliseconds that the server asks to wait. */
const askedFor = (error: unknown): number => (error instanceof APIError ? (error.retryAfter ?? 0) * 1_000 : 0);

const PASSING = [ConnectionError, TimeoutError, RateLimited, ServerError];

export const linkCommands: readonly Command[] = [create, list, imported, exported];
