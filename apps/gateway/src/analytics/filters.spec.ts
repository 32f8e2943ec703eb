import type { Pool } from 'pg';
import { domainIdOf } from '@contexts/domains';
import { digest } from '../ids';
import { LinkDomains } from '../links/link-domains';
import { z } from 'zod';
import { ShortHosts } from '../links/short-hosts';
import { ClickFilters, filterQuery, filtersOf, only, predicates } from './filters';

const schema = z.strictObject(filterQuery);
const read = (query: object) => schema.parse(query);
const problemsOf = (query: object) =>
  schema.safeParse(query).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [];

describe('a filter', () => {
  it('takes a comma list, a repeated parameter, and both', () => {
    expect(read({ city: 'Berlin, Paris' }).city).toEqual({ include: ['Berlin', 'Paris'], exclude: [] });
    expect(read({ city: ['Berlin', 'Paris,Rome,', 'Rome'] }).city).toEqual({
      include: ['Berlin', 'Paris', 'Rome'],
      exclude: [],
    });
  });

  it('excludes a value with a dash before it', () =>
    expect(read({ browser: 'Chrome,-Firefox,-null' }).browser).toEqual({
      include: ['Chrome'],
      exclude: ['Firefox', null],
    }));

  it('takes null for the unknown value, as answers do', () =>
    expect(read({ referrer: 'null' }).referrer).toEqual({ include: [null], exclude: [] }));

  it('can name every value: commas, dashes, backslashes, spaces, and the text null', () => {
    expect(read({ tag: String.raw`a\,b,\-5,-\-6,\null,c:\\d,\ e\ , -x-y ,😀` }).tag).toEqual({
      include: ['a,b', '-5', 'null', String.raw`c:\d`, ' e ', '😀'],
      exclude: ['-6', 'x-y'],
    });
  });

  it('ignores spaces around a dash, as around a comma', () =>
    expect(read({ device: ' - mobile , desktop', city: String.raw`-\ x` })).toEqual({
      device: { include: ['desktop'], exclude: ['mobile'] },
      city: { include: [], exclude: [' x'] },
    }));

  it('reads codes and hosts in any case, and every other value as written', () =>
    expect(read({ country: 'de,-fr', device: 'Mobile', referrer: 'News.Example', browser: 'firefox' })).toEqual({
      country: { include: ['DE'], exclude: ['FR'] },
      device: { include: ['mobile'], exclude: [] },
      referrer: { include: ['news.example'], exclude: [] },
      browser: { include: ['firefox'], exclude: [] },
    }));

  it.each([
    [{ country: '' }, 'country', /at least one/],
    [{ country: ',' }, 'country', /at least one/],
    [{ tag: '-' }, 'tag', /after the dash/],
    [{ tag: 'a\\' }, 'tag', /escape/],
    [{ country: 'Germany' }, 'country', /two letters/],
    [{ continent: 'XX' }, 'continent', /AF/],
    [{ trigger: 'api' }, 'trigger', /link, qr/],
    [{ variant: 'one' }, 'variant', /numbers/],
    [{ city: Array.from({ length: 101 }, (_, index) => `c${index}`).join(',') }, 'city', /at most 100/],
    [{ city: 'a\u0000b' }, 'city', /NUL/],
    [{ colour: 'red' }, '', /colour/],
  ])('%j is refused', (query, path, message) =>
    expect(problemsOf(query)).toEqual([[path, expect.stringMatching(message)]]),
  );

  it('reports the problems of every filter at once', () =>
    expect(problemsOf({ country: 'x', tag: '', trigger: 'x' })).toHaveLength(3));
});

describe('the condition of filters', () => {
  it('is true without filters', () => expect(predicates({})).toEqual({ sql: 'true', params: {} }));

  it('joins all filters by AND and contains no value itself', () => {
    const { sql, params } = predicates(filtersOf(read({ country: 'DE,-FR', utm_term: "x') OR 1=1 --" })), 'f');
    expect(sql).toBe(
      '(country IN {f_country:Array(String)}) AND NOT (country IN {f_not_country:Array(String)}) AND (utm_term IN ' +
        '{f_utm_term:Array(String)})',
    );
    expect(params).toEqual({ f_country: ['DE'], f_not_country: ['FR'], f_utm_term: ["x') OR 1=1 --"] });
  });

  it('finds the unknown value by the empty text of its column', () =>
    expect(predicates({ city: { include: [null, 'Paris'], exclude: [] } }).params).toEqual({
      filter_city: ['', 'Paris', 'paris'],
    }));

  it('maps host names to the ids of domains: our own to the one that they share', () => {
    const hosts = new ShortHosts(['go.example.com', 'localhost:3000']);
    const filters = new ClickFilters(new LinkDomains(hosts, { system: {} as Pool }));
    const query = read({ domain: 'GO.example.com,-localhost:3000,dom_x,go.brand.example', os: 'Linux' });
    expect(filters.of(query, 'ws_1')).toEqual({
      domain: {
        include: ['dom_default', 'dom_x', domainIdOf('ws_1', 'go.brand.example', digest)],
        exclude: ['dom_default'],
      },
      os: { include: ['Linux'], exclude: [] },
    });
  });

  it('keeps two sets of filters apart by their prefixes', () =>
    expect(
      Object.keys({ ...predicates({ link: only('a') }, 'scope').params, ...predicates({ link: only('b') }).params }),
    ).toEqual(['scope_link', 'filter_link']));
});
