import { randomUUID } from 'node:crypto';
import type { Event, Recorded } from '@kernel';
import { someMetadata } from '@kernel/testing';
import { foldInto } from '@platform/processing';
import { tempFolders } from '../../../test/support/temp-folders';
import { hostFinder, hostnameIn } from './find-host';
import { LookupUnavailable } from './missing-links';
import { type LiveHost, hostEntries } from './redirect-hosts';
import { RedirectIndex } from './redirect-index';

const folder = tempFolders();
const opened: RedirectIndex[] = [];
afterEach(() => Promise.all(opened.splice(0).map((index) => index.close())));

const hostname = 'go.brand.example';
const added = (id: string, fields: object = {}): Event => ({
  type: 'DomainAdded',
  data: { domain_id: id, hostname, token: 't', ...fields },
});
const of = (id: string, type: string, more: object = {}): Event => ({
  type,
  data: { domain_id: id, hostname, ...more },
});

const fed = async (...events: readonly Event[]) => {
  const index = await RedirectIndex.open(folder());
  opened.push(index);
  return { index, parked: await feed(index, events, 0) };
};
/** @param first position of the first event */
const feed = (index: RedirectIndex, events: readonly Event[], first: number) => {
  const recorded = events.map((event, at): Recorded => ({
    id: randomUUID(),
    event,
    stream: event.type.startsWith('Hostname')
      ? 'hostname-1'
      : `domain-${(event.data as { domain_id: string }).domain_id.slice(4)}`,
    revision: BigInt(first + at),
    position: BigInt(first + at),
    metadata: someMetadata(),
  }));
  const to = BigInt(first + events.length);
  const mark = { store: randomUUID(), position: to, event: null };
  const batch = { events: recorded, from: BigInt(first) - 1n, to, mark, skipped: [] };
  return foldInto(hostEntries, index.hosts)(batch);
};
const indexAfter = async (...events: readonly Event[]): Promise<RedirectIndex> => {
  const { index, parked } = await fed(...events);
  expect(parked).toEqual([]);
  return index;
};
const verified = (id = 'dom_a') => [of(id, 'HostnameClaimed'), of(id, 'DomainVerified')];

describe('the hosts of the index', () => {
  it('are those whose domain holds the hostname and is verified', async () => {
    expect((await indexAfter()).hosts.find(hostname)).toBeUndefined();
    expect((await indexAfter(added('dom_a'))).hosts.find(hostname)).toBeUndefined();
    const { hosts } = await indexAfter(added('dom_a', { root_url: 'https://a.example/' }), ...verified());
    expect(hosts.find(hostname)).toMatchObject({ id: 'dom_a', workspace_id: 'ws_1', root_url: 'https://a.example/' });
    expect(hosts.find('other.example')).toBeUndefined();
  });

  it.each([
    ['failed', [of('dom_a', 'DomainFailed', { reason: 'record_missing' })]],
    ['removed', [of('dom_a', 'DomainRemoved')]],
    ['added again', [of('dom_a', 'DomainRemoved'), added('dom_a')]],
  ])('are none once the domain is %s', async (_, events) => {
    expect((await indexAfter(added('dom_a'), ...verified(), ...events)).hosts.find(hostname)).toBeNull();
  });

  it('belong to the new holder, in whatever order the events of both domains come', async () => {
    const transfer = of('dom_b', 'HostnameTransferred', { from_domain_id: 'dom_a' });
    const failed = of('dom_a', 'DomainFailed', { reason: 'transferred' });
    const proved = of('dom_b', 'DomainVerified');
    const both = [added('dom_a'), ...verified(), added('dom_b')];
    for (const events of [
      [transfer, failed, proved],
      [transfer, proved, failed],
      [proved, failed, transfer],
    ])
      expect((await indexAfter(...both, ...events)).hosts.find(hostname)?.id).toBe('dom_b');
  });

  it('park a domain that they cannot fold, with its later events, and go on with others', async () => {
    const broken = [of('dom_b', 'DomainUpdated', { changes: null }), of('dom_b', 'DomainRemoved')];
    const { index, parked } = await fed(added('dom_a'), added('dom_b'), ...broken, ...verified());
    expect(parked).toMatchObject([{ stream: 'domain-b', position: 2n, cause: expect.stringContaining('null') }]);
    expect(await index.hosts.state.parked()).toMatchObject([{ stream: 'domain-b' }]);
    expect(index.hosts.find(hostname)?.id).toBe('dom_a');
  });

  it('have their documents, also after an edit of something else', async () => {
    const { hosts } = await indexAfter(
      added('dom_a', { assetlinks: [{ a: 1 }] }),
      ...verified(),
      of('dom_a', 'DomainUpdated', { changes: { root_url: { from: null, to: 'https://a.example/' } } }),
    );
    expect(hosts.find(hostname)?.deepLinks('assetlinks')).toBe('[{"a":1}]');
    expect(hosts.find(hostname)?.deepLinks('apple_app_site_association')).toBeNull();
  });

  it('make the text of a document once, however many ask, and anew after an edit', async () => {
    const [before, after] = [
      { z: [{ d: 1, c: 2 }], a: { y: null, x: 'ü' } },
      { z: 1, a: 2 },
    ];
    const edited = of('dom_a', 'DomainUpdated', {
      changes: { apple_app_site_association: { from: before, to: after } },
    });
    const events = [added('dom_a', { apple_app_site_association: before }), ...verified()];
    const { index } = await fed(...events);
    const ask = () =>
      Array.from({ length: 20 }, () => index.hosts.find(hostname)?.deepLinks('apple_app_site_association'));
    const stringify = jest.spyOn(JSON, 'stringify');
    try {
      expect(new Set(ask())).toEqual(new Set(['{"a":{"x":"ü","y":null},"z":[{"c":2,"d":1}]}']));
      expect(stringify).toHaveBeenCalledTimes(1);
    } finally {
      stringify.mockRestore();
    }
    await feed(index, [edited], events.length);
    expect(new Set(ask())).toEqual(new Set(['{"a":2,"z":1}']));
  });

  it('leave with a new history', async () => {
    const index = await indexAfter(added('dom_a'), ...verified());
    await index.hosts.restart();
    expect(index.hosts.find(hostname)).toBeUndefined();
    expect(await index.hosts.state.checkpoint()).toBe(-1n);
  });
});

describe('a host that the index does not know', () => {
  const live = { id: 'dom_a', hostname } as LiveHost;
  it('is looked up once by all who ask at once, and again a second after it was absent', async () => {
    let [asked, now] = [0, 0];
    const find = async () => ((asked += 1), asked > 1 ? live : null);
    const finder = hostFinder({ known: { find: () => undefined }, find, now: () => now });
    expect(await Promise.all([finder(hostname), finder(hostname)])).toEqual([undefined, undefined]);
    now = 999;
    expect(await finder(hostname)).toBeUndefined();
    expect(asked).toBe(1);
    now = 1_000;
    expect(await finder(hostname)).toBe(live);
    expect(asked).toBe(2);
  });

  it('is not taken for absent when the database fails', async () => {
    const find = () => Promise.reject(new Error('down'));
    const finder = hostFinder({ known: { find: () => undefined }, find });
    for (let nth = 0; nth < 2; nth += 1) await expect(finder(hostname)).rejects.toBeInstanceOf(LookupUnavailable);
  });

  it('is not looked up when the index knows that its domain is not verified any more', () => {
    const find = () => Promise.reject(new Error('asked'));
    expect(hostFinder({ known: { find: () => null }, find })(hostname)).toBeUndefined();
  });
});

it.each([
  ['GO.Brand.Example', hostname],
  ['go.brand.example:8443', hostname],
  ['go.brand.example.', hostname],
  ['go.brand.example.:80', hostname],
  ['localhost:3000', null],
  ['127.0.0.1:3000', null],
  ['[::1]:3000', null],
  ['', null],
])('the hostname in the header %j is %j', (header, expected) => expect(hostnameIn(header)).toBe(expected));
