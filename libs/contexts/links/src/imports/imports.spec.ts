import { type Problem, Rejection } from '@kernel';
import { type ImportedLink, type ImportSource, layoutOf, recognise, rowOf } from '.';

/** A row of a simple CSV with this header line. */
const read = (header: string, line: string, source?: ImportSource): ImportedLink => {
  const delimiter = header.includes(';') ? ';' : ',';
  const names = header.split(delimiter);
  const cells = line.split(delimiter);
  const { source: found } = recognise(names, { source });
  const given = names.map((name, index) => [name, cells[index]] as const).filter(([, cell]) => cell !== '');
  return layoutOf(found).linkOf(rowOf(found, given));
};

const given = ({ body }: ImportedLink) =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));

const lines = (problems: readonly Problem[] = []): string[] =>
  problems.map(({ location, message, code }) => `${code ?? ''} ${location} ${message}`);

const problemsOf = (act: () => unknown): string[] => {
  try {
    act();
  } catch (error) {
    if (error instanceof Rejection) return lines(error.problems);
    throw error;
  }
  return [];
};

/** What is wrong with a row. */
const faultsOf = ({ problems }: ImportedLink): string[] => lines(problems);

const URL_ = 'https://example.com/a';
const BITLY = 'Link,Custom Link,Destination URL,Title,Tags';
const DUB = 'Short link,Destination URL,Clicks,Created at,Tags,Archived';
const KUTT = 'id,address,description,banned,domain_id,expire_in,password,target,visit_count,created_at';
const SHLINK = 'createdAt,domain,shortCode,shortUrl,longUrl,title,tags,visits';
const YOURLS = 'keyword,url,title,timestamp,ip,clicks';

describe('the columns of an imported file', () => {
  it.each<[string, ImportSource]>([
    [BITLY, 'bitly'],
    ['id,link,long_url,title,created_at,archived,tags,custom_bitlinks', 'bitly'],
    [DUB, 'dub'],
    ['Short link,Destination URL,Clicks,Created at,Leads,Conversions,Revenue,Link ID,Updated at', 'dub'],
    [KUTT, 'kutt'],
    ['id,address,target,description,domain,link,password,expire_in,banned,visit_count,created_at,updated_at', 'kutt'],
    [SHLINK, 'shlink'],
    ['Long URL;Short code;Domain;Title;Tags;Short URL', 'shlink'],
    [YOURLS, 'yourls'],
    ['source,target,hits', 'yourls'],
    ['destination_url,alias,tags', 'waymark'],
    ['Destination URL,error_code,error_message', 'waymark'],
  ])('%s are those of %s', (header, source) => {
    expect(recognise(header.split(/[,;]/)).source).toBe(source);
  });

  it('are ignored by name where they do not matter', () => {
    expect(recognise(DUB.split(',')).ignored).toEqual(['Clicks', 'Created at']);
    expect(recognise(['id', 'destination_url', 'clicks', 'error_code']).ignored).toEqual([
      'id',
      'clicks',
      'error_code',
    ]);
  });

  it('are refused by name where they are unknown or come twice', () => {
    expect(problemsOf(() => recognise(['destination_url', 'colour', 'Destination URL', 'password']))).toEqual([
      ' body.colour is not a known column of a file of waymark',
      ' body.Destination URL is the name of two columns',
      ' body.password is not a known column of a file of waymark',
    ]);
  });

  it('are refused where none is known, or the source has others', () => {
    expect(problemsOf(() => recognise(['a', 'b']))[0]).toMatch(/^ body has no columns that are known/);
    expect(problemsOf(() => recognise(DUB.split(','), { source: 'kutt' }))[0]).toMatch(/which are address and target$/);
  });
});

describe('a row', () => {
  it('of Bitly prefers the custom link, and its shared host is not a domain', () => {
    expect(read(BITLY, `https://bit.ly/3AbC,,${URL_},A title,`)).toEqual({
      body: { destination_url: URL_, alias: '3AbC', title: 'A title', tags: undefined },
      host: undefined,
      status: undefined,
      problems: [],
    });
    expect(read(BITLY, `bit.ly/3AbC,https://Go.Example/sale,${URL_},,`)).toMatchObject({
      body: { alias: 'sale' },
      host: 'go.example',
    });
    expect(faultsOf(read(BITLY, `https://bit.ly/,,${URL_},,`))).toEqual([' body.link has no path']);
  });

  it("of Bitly's API has lists", () => {
    const row = {
      link: 'https://bit.ly/x',
      long_url: URL_,
      archived: true,
      tags: ['a'],
      custom_bitlinks: ['bit.ly/own'],
    };
    expect(layoutOf('bitly').linkOf(rowOf('bitly', Object.entries(row)))).toMatchObject({
      body: { alias: 'own', tags: ['a'] },
      status: 'archived',
    });
  });

  it('of Dub has its tags by commas, and fails without a path', () => {
    const names = DUB.split(',');
    const cells = ['https://dub.sh/x', URL_, '3', '2026-01-01', 'a, b c', 'Yes'];
    const row = rowOf(
      'dub',
      names.map((name, index) => [name, cells[index]] as const),
    );
    expect(layoutOf('dub').linkOf(row)).toEqual({
      body: { destination_url: URL_, alias: 'x', tags: ['a', 'b c'] },
      host: undefined,
      status: 'archived',
      problems: [],
    });
    for (const short of ['https://acme.link', 'https://acme.link/', 'https://acme.link/_root'])
      expect(faultsOf(read(DUB, `${short},${URL_},1,,,`))).toEqual([' body.Short link has no path']);
    expect(read(DUB, `https://acme.link/a/b,${URL_},1,,,`)).toMatchObject({
      body: { alias: 'a/b' },
      host: 'acme.link',
    });
  });

  it('of Kutt with a password or a ban is refused, and never an open link', () => {
    expect(read(KUTT, `1,x,About,f,,2030-01-02 03:04:05+00,,${URL_},7,2020-01-01`)).toEqual({
      body: { destination_url: URL_, alias: 'x', title: 'About', expires_at: '2030-01-02T03:04:05Z' },
      host: undefined,
      problems: [],
    });
    for (const password of ['true', '$2a$12$abcdefghijklmnopqrstuv', '1'])
      expect(faultsOf(read(KUTT, `1,x,,f,,,${password},${URL_},7,`))[0]).toMatch(/^password_unknown /);
    for (const password of ['false', 'NULL', '0', 'f'])
      expect(read(KUTT, `1,x,,f,,,${password},${URL_},7,`).body).toMatchObject({ alias: 'x' });
    expect(faultsOf(read(KUTT, `1,x,,t,,,,${URL_},7,`))[0]).toMatch(/body\.banned is set/);
    const both = read(KUTT, `1,x,,t,,,1,${URL_},7,`);
    expect([faultsOf(both).length, both.body]).toEqual([2, expect.objectContaining({ destination_url: URL_ })]);
    expect(read(KUTT, `1,x,,f,3,,,${URL_},7,`).host).toBe('domain_id 3');
    const ofApi = { address: 'x', target: URL_, password: true };
    expect(faultsOf(layoutOf('kutt').linkOf(rowOf('kutt', Object.entries(ofApi))))[0]).toMatch(/^password_unknown /);
  });

  it.each([
    ['a|b', ['a', 'b']],
    ['a', ['a']],
  ])('of Shlink has the tags %s', (tags, expected) => {
    expect(read(SHLINK, `2026-01-01,,x,https://s.test/x,${URL_},T,${tags},9`)).toEqual({
      body: { destination_url: URL_, alias: 'x', title: 'T', tags: expected },
      host: undefined,
    });
  });

  it('of Shlink has tags by commas where it has a comma, and its own domain', () => {
    const row = rowOf('shlink', [
      ['Short code', 'x'],
      ['Long URL', URL_],
      ['Tags', 'a|b,c'],
      ['Domain', 'S.Test'],
    ]);
    expect(layoutOf('shlink').linkOf(row)).toMatchObject({ body: { tags: ['a|b', 'c'] }, host: 's.test' });
  });

  it('of YOURLS loses slashes and NULL', () => {
    expect(given(read(YOURLS, `x,${URL_},NULL,2026-01-01,127.0.0.1,3`))).toEqual({ destination_url: URL_, alias: 'x' });
    expect(given(read('source,target,hits', `/x/,${URL_},3`))).toEqual({ destination_url: URL_, alias: 'x' });
    expect(faultsOf(read('source,target,hits', `/,${URL_},3`))[0]).toMatch(/is empty$/);
  });

  it('of ours has values of the record', () => {
    const header =
      'destination_url;alias;tags;redirect_type;forward_query;click_limit;rules;status;domain;has_password';
    const link = read(header, `${URL_};x;a,b;301;false;5;[{"if":{}}];archived;go.test;false`);
    expect({ ...link, body: given(link) }).toEqual({
      body: {
        destination_url: URL_,
        alias: 'x',
        tags: ['a', 'b'],
        redirect_type: 301,
        forward_query: false,
        click_limit: 5,
        rules: [{ if: {} }],
      },
      host: 'go.test',
      status: 'archived',
      problems: [],
      disabled: false,
    });
    expect(read('destination_url,status,disabled', `${URL_},expired,true`)).toMatchObject({ disabled: true });
    expect(given(read(header, `${URL_};;;many;perhaps;;[;;;`))).toEqual({
      destination_url: URL_,
      redirect_type: 'many',
      forward_query: 'perhaps',
      rules: '[',
    });
  });

  it('of ours is refused with a password or deleted', () => {
    const header = 'destination_url,status,has_password';
    expect(faultsOf(read(header, `${URL_},active,true`))[0]).toMatch(/^password_unknown body\.has_password /);
    expect(read(header, `${URL_},deleted,`).problems).toMatchObject([
      { location: 'body.status', message: expect.stringMatching(/^is deleted/) },
    ]);
    expect(read(header, `${URL_},expired,`).status).toBeUndefined();
  });

  it('has a foreign title of at most 255 characters without line breaks', () => {
    const title = `${'x'.repeat(254)}😀`;
    const row = rowOf('yourls', [
      ['keyword', 'x'],
      ['url', URL_],
      ['title', `a\r\nb${title}`],
    ]);
    expect(layoutOf('yourls').linkOf(row).body['title']).toBe(`a b${'x'.repeat(252)}`);
    const cut = rowOf('yourls', [
      ['keyword', 'x'],
      ['url', URL_],
      ['title', title],
    ]);
    expect(layoutOf('yourls').linkOf(cut).body['title']).toBe('x'.repeat(254));
  });

  it('of YOURLS is read in time that grows with its length alone, however many slashes it has', () => {
    const row = rowOf('yourls', [
      ['source', `/a${'/'.repeat(500_000)}b/`],
      ['target', URL_],
    ]);
    const before = process.cpuUsage();
    expect(layoutOf('yourls').linkOf(row).body['alias']).toBe(`a${'/'.repeat(500_000)}b`);
    // CPU and not wall time. A search from each slash to the end would take minutes.
    expect(process.cpuUsage(before).user).toBeLessThan(3_000_000);
  });

  it('has no more tags than are refused, however many its cell has', () => {
    const tagsOf = (source: 'waymark' | 'shlink', tags: string) =>
      layoutOf(source).linkOf(rowOf(source, [['tags', tags]])).body['tags'];
    for (const [source, separator] of [
      ['waymark', ','],
      ['shlink', '|'],
    ] as const) {
      expect(tagsOf(source, ` a ${separator}${separator} b`)).toEqual(['a', 'b']);
      expect(tagsOf(source, separator.repeat(200_000))).toHaveLength(1_001);
    }
  });

  it('with a field that is unknown is refused by name', () => {
    expect(problemsOf(() => rowOf('waymark', [['colour', 1]]))).toEqual([' body.colour is not a known field']);
  });
});
