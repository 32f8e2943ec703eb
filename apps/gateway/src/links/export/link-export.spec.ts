import { text } from 'node:stream/consumers';
import { csvOf } from '../../exports/csv';
import type { LinkPresenter } from '../link.presenter';
import type { CountedLink, LinkQueries } from '../link.queries';
import { LINK_EXPORT_FORMATS, LinkExport, type LinkExportFormat } from './link-export';

const NOW = '2026-01-15T12:00:00.000Z';
const rules = [
  { if: { ip: Array.from({ length: 4_000 }, () => '192.0.2.1') }, destination_url: 'https://example.com/' },
];

/** The instants at which the pages of exports were judged. */
const judged: (string | undefined)[] = [];

/** @param busy milliseconds that each link takes */
const exported = (links: readonly object[], format: LinkExportFormat, busy = 0) => {
  const queries: Partial<LinkQueries> = {
    following: (_workspace, { now }, after, limit) => {
      judged.push(now);
      const from = after === null ? 0 : links.indexOf(after) + 1;
      return Promise.resolve(links.slice(from, from + limit) as CountedLink[]);
    },
  };
  const row = (link: CountedLink) => {
    const until = performance.now() + busy;
    while (performance.now() < until);
    return link;
  };
  const presenter = { row } as unknown as LinkPresenter;
  const request = { workspaceId: 'ws_1', filters: { tags_mode: 'any' }, format, now: NOW } as const;
  return new LinkExport(queries as LinkQueries, presenter).open(request);
};

const linksOf = (count: number, fields: object) =>
  Array.from({ length: count }, (_, nth) => ({ id: `link_${nth}`, disabled_at: null, ...fields }));

describe.each(LINK_EXPORT_FORMATS)('an export of links as %s', (format) => {
  it('comes in pieces of few large links, or of many small ones', async () => {
    const sizesOf = async (links: readonly object[]) => {
      const pieces: Buffer[] = [];
      for await (const piece of await exported(links, format)) pieces.push(piece as Buffer);
      return pieces.map(({ length }) => length);
    };
    expect(Math.max(...(await sizesOf(linksOf(20, { rules }))))).toBeLessThan(200_000);
    expect((await sizesOf(linksOf(600, { title: 'a' }))).length).toBeLessThan(6);
  });

  it('lets others have their turns while its links are written', async () => {
    let [turns, isOver] = [0, false];
    const others = (): void => void (isOver || ((turns += 1), setImmediate(others)));
    setImmediate(others);
    await text(await exported(linksOf(200, { title: 'a' }), format, 2));
    isOver = true;
    expect(turns).toBeGreaterThan(20);
  });
});

it('has the links whose status it was at the moment of the request, on each page', async () => {
  judged.length = 0;
  await text(await exported(linksOf(502, {}), 'ndjson'));
  expect(judged).toEqual([NOW, NOW, NOW]);
});

it('has a link in each line, whatever the pieces', async () => {
  const [title, own] = ['a, "b"\r\n', [{ if: { os: 'iOS' } }]];
  const links = linksOf(502, { title, alias: '=1', rules: own, expires_at: null });
  const lines = (await text(await exported(links, 'ndjson'))).split('\n');
  expect(lines).toEqual([...links.map((link) => JSON.stringify(link)), '']);
  const csv = await text(await exported(links, 'csv'));
  const head = csv.slice(0, csv.indexOf('\r\n')).split(',');
  const cells: Record<string, string> = { title, alias: "'=1", rules: JSON.stringify(own) };
  expect(csv).toBe(csvOf([head, ...links.map(({ id }) => head.map((name) => ({ ...cells, id })[name] ?? ''))]));
});
