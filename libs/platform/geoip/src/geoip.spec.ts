import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mmdb } from '../../../../test/support/mmdb';
import { testFolder } from '../../../../test/support/programs';
import { databaseProblem, openGeoIp } from './index';

const folder = testFolder();
const said: string[] = [];
const log = {
  warn: (_: object, message: string) => said.push(message),
  error: (_: object, message: string) => said.push(message),
};
const file = (name: string, content: string | Buffer) => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
beforeEach(() => said.splice(0));

describe('the shipped database', () => {
  const geo = openGeoIp({ log });

  it('knows public networks of both families', () => {
    expect(geo.source).toBe('shipped');
    expect(geo.locate('81.2.69.0/24')).toMatchObject({ country: 'GB', region: 'England', city: 'London' });
    expect(geo.locate('2a00:1450:4001::/48')).toMatchObject({
      country: 'DE',
      region: 'Hesse',
      city: 'Frankfurt am Main',
    });
    expect(geo.locate('193.0.6.0/24')).toMatchObject({ country: 'NL', city: 'Amsterdam' });
  });

  it.each(['192.0.2.0/24', '10.0.0.0/24', '2001:db8:1::/48', '::/48', 'nonsense', ''])(
    'knows nothing of %j',
    (network) => expect(geo.locate(network)).toBeUndefined(),
  );
});

describe('a database that is opened', () => {
  it('is read once beside other work, for all who wait, and then answers', async () => {
    const small = mmdb('GeoLite2-City', { '192.0.2.0/24': { country: { iso_code: 'FR' } } });
    const end = small.lastIndexOf(Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1'));
    const large = Buffer.concat([small.subarray(0, end), Buffer.alloc(20 * 1024 * 1024), small.subarray(end)]);
    const geo = openGeoIp({ path: file('large.mmdb', large), log });
    let turns = 0;
    let counting = true;
    const count = (): void => void (counting && ((turns += 1), setImmediate(count)));
    count();
    await Promise.all([geo.opening('192.0.2.0/24'), geo.opening('2001:db8::/48')]);
    counting = false;
    expect(turns).toBeGreaterThan(10);
    expect([geo.opening('192.0.2.0/24'), geo.opening(null)]).toEqual([undefined, undefined]);
    expect(geo.locate('192.0.2.0/24')).toMatchObject({ country: 'FR' });
  });

  it('is given up once, and never rejects, where it cannot be read', async () => {
    const geo = openGeoIp({ path: join(folder, 'gone.mmdb'), log });
    await Promise.all([geo.opening('192.0.2.0/24'), geo.opening('2001:db8::/48')]);
    expect([geo.opening('192.0.2.0/24'), geo.locate('192.0.2.0/24')]).toEqual([undefined, undefined]);
    expect(said).toEqual([expect.stringContaining('cannot be read')]);
  });
});

describe('a configured database', () => {
  const nested = (iso_code: string, region?: string, city?: string) => ({
    country: { iso_code },
    ...(region && { subdivisions: [{ names: { en: region } }] }),
    ...(city && { city: { names: { en: city } } }),
  });
  const entries = {
    '192.0.2.0/24': nested('FR', 'Brittany', 'Brest'),
    '2001:db8:1::/48': nested('JP', 'Tokyo'),
    '198.51.100.0/24': nested('not a country'),
  };

  it.each(['GeoLite2-City', 'DBIP-City-Lite', 'GeoIP2-Country'])(
    '%s is read in place of the shipped one, for both families',
    (type) => {
      const path = file(`${type}.mmdb`, mmdb(type, entries));
      expect(databaseProblem(path)).toBeUndefined();
      const geo = openGeoIp({ path, log });
      expect(geo.source).toBe('file');
      expect(geo.locate('192.0.2.0/24')).toEqual({ country: 'FR', region: 'Brittany', city: 'Brest' });
      expect(geo.locate('2001:db8:1::/48')).toEqual({ country: 'JP', region: 'Tokyo', city: '' });
      expect([geo.locate('198.51.100.0/24'), geo.locate('81.2.69.0/24')]).toEqual([undefined, undefined]);
    },
  );

  it.each([
    ['no such file', () => join(folder, 'none.mmdb'), /^cannot be read \(ENOENT\)$/],
    ['a folder', () => folder, /^cannot be read \(EISDIR\)$/],
    ['an empty file', () => file('empty.mmdb', ''), /not a database in MaxMind/],
    ['some other file', () => file('text.mmdb', 'hello '.repeat(1_000)), /not a database in MaxMind/],
    [
      'a database of something else',
      () => file('asn.mmdb', mmdb('GeoLite2-ASN', entries)),
      /not a database of cities or countries/,
    ],
  ])('is refused when it is %s', (_, path, problem) => expect(databaseProblem(path())).toMatch(problem));

  it('that is damaged costs only geography, and is logged once', () => {
    const path = file('damaged.mmdb', mmdb('GeoLite2-City', entries).subarray(1_000));
    const geo = openGeoIp({ path, log });
    for (const network of ['192.0.2.0/24', '192.0.2.0/24', '2001:db8:1::/48'])
      expect(geo.locate(network)).toBeUndefined();
    expect(said).toEqual([expect.stringContaining('cannot be read')]);
  });

  it('that is missing when first needed is logged once', () => {
    const geo = openGeoIp({ path: join(folder, 'gone.mmdb'), log });
    for (let n = 0; n < 3; n += 1) expect(geo.locate('192.0.2.0/24')).toBeUndefined();
    expect(said).toEqual([expect.stringContaining('cannot be read')]);
  });
});

describe('the continent', () => {
  const { continentOf } = openGeoIp({ log });
  it.each([
    ['DE', 'EU'],
    ['US', 'NA'],
    ['BR', 'SA'],
    ['KE', 'AF'],
    ['JP', 'AS'],
    ['NZ', 'OC'],
    ['AQ', 'AN'],
    ['QQ', ''],
    ['', ''],
    ['constructor', ''],
  ])('of %j is %j', (country, continent) => expect(continentOf(country)).toBe(continent));
});
