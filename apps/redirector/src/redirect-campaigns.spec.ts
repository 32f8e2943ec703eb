import type { Event, Recorded } from '@kernel';
import { decodeLink } from '@contexts/clicks';
import { LMDB_OPTIONS } from '@platform/processing';
import { open } from 'lmdb';
import { linkCreated } from '../../../test/support/link-events';
import { at, feed } from '../../../test/support/redirect-feed';
import { fill, someTarget, stepTo } from '../../../test/support/redirect-targets';
import { tempFolders } from '../../../test/support/temp-folders';
import { RedirectIndex } from './redirect-index';

const folder = tempFolders();
const MANY = 2_500;

/** Numbers events in the order they are given, and their revisions by stream. */
const history = (...events: readonly (readonly [stream: string, event: Event])[]): Recorded[] => {
  const revisions = new Map<string, bigint>();
  return events.map(([stream, event], index) => {
    const revision = (revisions.get(stream) ?? -1n) + 1n;
    revisions.set(stream, revision);
    return at(BigInt(index), revision, event, stream);
  });
};
const campaign = (type: string, data: object = {}) =>
  ['campaign-1', { type, data: { campaign_id: 'cmp_1', ...data } }] as const;
const created = campaign('CampaignCreated', { name: 'Summer', utm_source: 'poster', utm_medium: 'print' });
const toMail = campaign('CampaignUpdated', { changes: { utm_source: { from: 'poster', to: 'mail' } } });
const link = (alias: string, fields: object = { campaign_id: 'cmp_1' }) =>
  [
    `link-${alias}`,
    linkCreated({ link_id: `link_${alias}`, alias, destination_url: 'https://a.example/', ...fields }),
  ] as const;
const moved = (alias: string, from: string | null, to: string | null) =>
  [
    `link-${alias}`,
    { type: 'LinkUpdated', data: { link_id: `link_${alias}`, changes: { campaign_id: { from, to } } } },
  ] as const;

const using = async (work: (index: RedirectIndex) => Promise<void>): Promise<void> => {
  const index = await RedirectIndex.open(folder());
  await work(index);
  await index.close();
};
const answer = (index: RedirectIndex, alias: string) => index.readyAnswer('dom_default', alias)?.location;
const POSTER = 'https://a.example/?utm_source=poster&utm_medium=print';
const MAIL = 'https://a.example/?utm_source=mail&utm_medium=print';

describe('a link of a campaign', () => {
  it('inherits the utm fields that it lacks, in the answer, in the record and with a query', () =>
    using(async (index) => {
      await feed(index, history(created, link('a', { campaign_id: 'cmp_1', utm_source: 'own' })));
      expect(answer(index, 'a')).toBe('https://a.example/?utm_source=own&utm_medium=print');
      const { record = '' } = index.readyAnswer('dom_default', 'a') ?? {};
      expect(decodeLink(record)).toMatchObject({ campaign_id: 'cmp_1', utm_source: 'own', utm_medium: 'print' });
      expect(index.get('dom_default', 'a')).toMatchObject({ utm_source: 'own', utm_medium: 'print' });
      expect(index.byId('link_a')).toMatchObject({ utm_source: 'own', utm_medium: null });
    }));

  it('inherits whichever is known first, the campaign or the link', () =>
    using(async (index) => {
      await feed(index, history(link('a')));
      expect(answer(index, 'a')).toBe('https://a.example/');
      await feed(index, history(link('a'), created));
      expect(answer(index, 'a')).toBe(POSTER);
    }));

  it('inherits from the campaign that it is in, and no more when it has left', () =>
    using(async (index) => {
      const other = [
        'campaign-2',
        { type: 'CampaignCreated', data: { campaign_id: 'cmp_2', utm_source: 'b' } },
      ] as const;
      const before = [created, other, link('a'), link('b'), moved('a', 'cmp_1', 'cmp_2'), moved('b', 'cmp_1', null)];
      await feed(index, history(...before));
      expect([answer(index, 'a'), answer(index, 'b')]).toEqual([
        'https://a.example/?utm_source=b',
        'https://a.example/',
      ]);
      await feed(index, history(...before, toMail));
      expect([answer(index, 'a'), answer(index, 'b')]).toEqual([
        'https://a.example/?utm_source=b',
        'https://a.example/',
      ]);
    }));

  it('inherits nothing from a deleted campaign', () =>
    using(async (index) => {
      await feed(index, history(created, link('a'), campaign('CampaignDeleted')));
      expect([answer(index, 'a'), index.get('dom_default', 'a')?.utm_source]).toEqual(['https://a.example/', null]);
    }));

  it('redirects alike whatever the status of the campaign', () =>
    using(async (index) => {
      const events = [created, link('a')];
      for (const type of ['CampaignStarted', 'CampaignPaused', 'CampaignResumed', 'CampaignEnded']) {
        events.push(campaign(type));
        await feed(index, history(...events));
        expect(answer(index, 'a')).toBe(POSTER);
      }
    }));

  it('with rules is one object until the link or the campaign changes', () =>
    using(async (index) => {
      const rules = [{ if: { device: 'mobile' }, destination_url: 'https://m.example' }];
      await feed(index, history(created, link('a', { campaign_id: 'cmp_1', rules })));
      const before = index.get('dom_default', 'a');
      expect(before).toMatchObject({ utm_source: 'poster', rules });
      expect(index.get('dom_default', 'a')).toBe(before);
      await feed(index, history(created, link('a', { campaign_id: 'cmp_1', rules }), toMail));
      expect(index.get('dom_default', 'a')).toMatchObject({ utm_source: 'mail', rules });
    }));
});

describe('an edit of a campaign', () => {
  const links = Array.from({ length: MANY }, (_, n) => link(`m${n}`));
  const aliases = Array.from({ length: MANY }, (_, n) => `m${n}`);
  const answers = (index: RedirectIndex) => new Set(aliases.map((alias) => answer(index, alias)));

  it('changes the answers of all its members, and of no other link', () =>
    using(async (index) => {
      const others = [link('own', {}), link('c', { campaign_id: 'cmp_10' })];
      await feed(index, history(created, ...others, ...links));
      const before = ['own', 'c'].map((alias) => index.readyAnswer('dom_default', alias));
      expect(answers(index)).toEqual(new Set([POSTER]));
      await feed(index, history(created, ...others, ...links, toMail));
      expect(answers(index)).toEqual(new Set([MAIL]));
      expect(['own', 'c'].map((alias) => index.readyAnswer('dom_default', alias))).toEqual(before);
    }));

  it('is finished after a failure in the middle: its checkpoint moves last', () =>
    using(async (index) => {
      const events = history(created, ...links);
      await feed(index, events);
      const edited = { id: 'cmp_1', revision: '1', utm_source: 'mail', utm_medium: 'print', utm_campaign: null };
      const checkpoint = index.campaigns.state.position();
      let written = 0;
      const failing = jest.spyOn(index, 'writeAnswer').mockImplementation(() => {
        if ((written += 1) > 1_500) throw new Error('the process was killed');
      });
      await expect(index.campaigns.write(new Map([['cmp_1', edited]]), stepTo(100n))).rejects.toThrow('killed');
      failing.mockRestore();
      expect(index.campaigns.state.position()).toBe(checkpoint);
      await index.campaigns.write(new Map([['cmp_1', edited]]), stepTo(100n));
      expect(answers(index)).toEqual(new Set([MAIL]));
      expect(index.campaigns.state.position()).toBe(100n);
    }));

  it('does not undo an edit of a link that comes meanwhile', () =>
    using(async (index) => {
      await feed(index, history(created, ...links));
      const edited = { id: 'cmp_1', revision: '1', utm_source: 'mail', utm_medium: 'print', utm_campaign: null };
      const writing = index.campaigns.write(new Map([['cmp_1', edited]]), stepTo(100n));
      const target = index.byId('link_m2400');
      await fill(index, [someTarget({ ...target, destination_url: 'https://b.example/', revision: '1' })], 101n);
      await writing;
      expect(answer(index, 'm2400')).toBe('https://b.example/?utm_source=mail&utm_medium=print');
    }));
});

describe('the campaigns of the index', () => {
  it('park an edit that no URL can have, and the links redirect as before', () =>
    using(async (index) => {
      const broken = campaign('CampaignUpdated', { changes: { utm_source: { from: 'poster', to: '\ud800' } } });
      await feed(index, history(created, link('a'), broken));
      expect(answer(index, 'a')).toBe(POSTER);
      expect(await index.campaigns.state.parked()).toMatchObject([{ stream: 'campaign-1' }]);
    }));

  it('find the members in an index of an earlier version', async () => {
    const path = folder();
    const before = await RedirectIndex.open(path);
    await feed(before, history(link('a'), link('b', {})));
    await before.close();
    const root = open({ path, ...LMDB_OPTIONS });
    await root.openDB({ name: 'members', encoding: 'string' }).clearAsync();
    await root.openDB({ name: 'meta', encoding: 'string' }).remove('members');
    await root.close();
    const after = await RedirectIndex.open(path);
    await feed(after, history(link('a'), link('b', {}), created));
    expect([answer(after, 'a'), answer(after, 'b')]).toEqual([POSTER, 'https://a.example/']);
    await after.close();
  });

  it('forget a member with its link, and campaigns when they are restarted', () =>
    using(async (index) => {
      const purged = ['link-a', { type: 'LinkPurged', data: { link_id: 'link_a' } }] as const;
      await feed(index, history(created, link('a'), purged));
      expect(answer(index, 'a')).toBeUndefined();
      await index.campaigns.restart();
      expect((await index.campaigns.load(['cmp_1'])).size).toBe(0);
      expect(index.campaigns.state.position()).toBe(-1n);
    }));
});
