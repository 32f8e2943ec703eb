import { type Rejection, fold } from '@kernel';
import { given, someMetadata, someRecorded } from '@kernel/testing';
import { type LinkRow, linkList } from './link-list/link-list.projection';
import { type LinkCreated, type LinkEvent, evolve, linkIdOf, linkStatusAt } from './link';
import {
  type AssignLink,
  type CreateLink,
  type DeleteLink,
  type ExpireLink,
  type PurgeLink,
  type ReachLimit,
  type RestoreLink,
  type SwitchLink,
  type UpdateLink,
  linkDecider,
} from './link.decider';

const NOW = '2026-01-02T00:00:00.000Z';
const LATER = '2026-01-03T00:00:00.000Z';

describe('creating a link', () => {
  it('records the given fields and no defaults', () =>
    given(linkDecider, [])
      .when(createLink({ tags: ['a'] }))
      .then([created({ tags: ['a'] })]));

  it('rejects a repeat as alias_taken, and names the link inside the same workspace', () =>
    expect(() => linkDecider.decide(createLink(), state([created()]))).toThrow(
      expect.objectContaining({ kind: 'conflict', code: 'alias_taken', extra: { existing_link_id: 'link_1' } }),
    ));

  it('names no link of another workspace', () =>
    expect(() => linkDecider.decide(createLink({ workspace_id: 'ws_2' }), state([created()]))).toThrow(
      expect.objectContaining({ code: 'alias_taken', extra: {} }),
    ));

  it('keeps the alias of a deleted link', () =>
    given(linkDecider, [created(), deleted]).when(createLink()).thenRejected('conflict', 'alias_taken'));
});

describe('creating a link, or finding one', () => {
  const find = (fields: Partial<CreateLink['data']> = {}) => createLink({ ...fields, find_if_exists: true });

  it('creates it without a word of the search', () =>
    given(linkDecider, [])
      .when(find({ title: 'x' }))
      .then([created({ title: 'x' })]));

  it('finds the link that has every field that was sent, whatever else it has', () => {
    const link = created({ title: 'x', tags: ['a'] });
    for (const sent of [{}, { title: 'x' }, { tags: ['a'], title: undefined }, { alias: 'sUMMER' }])
      given(linkDecider, [link]).when(find(sent)).thenNothing();
  });

  it.each([
    ['another title', { title: 'y' }],
    ['another order of tags', { tags: ['b', 'a'] }],
    ['another destination', { destination_url: 'https://example.com/2' }],
    ['another domain', { domain: 'other.test' }],
    ['another workspace', { workspace_id: 'ws_2' }],
  ])('finds none with %s', (_, sent) =>
    given(linkDecider, [created({ title: 'x', tags: ['a', 'b'] })])
      .when(find(sent))
      .thenRejected('conflict', 'alias_taken'),
  );

  it('finds no deleted one', () =>
    given(linkDecider, [created(), deleted]).when(find()).thenRejected('conflict', 'alias_taken'));
});

describe('updating a link', () => {
  it('records each changed field with its old and new value', () =>
    given(linkDecider, [created({ title: 'Old' })])
      .when(updateLink({ title: 'New', destination_url: 'https://example.com/2' }))
      .then([
        {
          type: 'LinkUpdated',
          data: {
            link_id: 'link_1',
            changes: {
              title: { from: 'Old', to: 'New' },
              destination_url: { from: 'https://example.com/1', to: 'https://example.com/2' },
            },
          },
        },
      ]));

  it('clears a field by null', () =>
    given(linkDecider, [created({ tags: ['a'] })])
      .when(updateLink({ tags: null }))
      .then([{ type: 'LinkUpdated', data: { link_id: 'link_1', changes: { tags: { from: ['a'], to: [] } } } }]));

  it('changes nothing when the values are the same', () =>
    given(linkDecider, [created({ title: 'Same', tags: ['a'] })])
      .when(updateLink({ title: 'Same', tags: ['a'], utm_term: null }))
      .thenNothing());

  it('compares values and not the order of their keys, which jsonb changes', () => {
    const rules = [{ if: { country: ['DE'], device: 'mobile' }, destination_url: 'https://example.com/m' }];
    const reordered = [{ destination_url: 'https://example.com/m', if: { device: 'mobile', country: ['DE'] } }];
    given(linkDecider, [created({ rules })])
      .when(updateLink({ rules: reordered }))
      .thenNothing();
    given(linkDecider, [created({ rules })])
      .when(updateLink({ rules: [{ ...rules[0]!, if: { country: ['AT'], device: 'mobile' } }] }))
      .then([expect.objectContaining({ type: 'LinkUpdated' })]);
  });

  it.each<[object | null, UpdateLink['data']['fields']['preview'], object | null]>([
    [{ title: 'One', description: 'Two' }, { title: 'New' }, { title: 'New', description: 'Two' }],
    [{ title: 'One', description: 'Two' }, { title: null }, { description: 'Two' }],
    [{ title: 'One' }, { title: null, image_url: null }, null],
    [{ title: 'One' }, null, null],
    [null, { title: 'One', description: null }, { title: 'One' }],
  ])('edits the parts of a preview: %j and %j make %j', (from, preview, to) =>
    given(linkDecider, [created({ preview: from })])
      .when(updateLink({ preview }))
      .then([{ type: 'LinkUpdated', data: { link_id: 'link_1', changes: { preview: { from, to } } } }]),
  );

  it.each([{ title: 'One' }, { description: null }, {}])('changes nothing of a preview that has it: %j', (preview) =>
    given(linkDecider, [created({ preview: { title: 'One' } })])
      .when(updateLink({ preview }))
      .then([]),
  );

  it('never clears the destination', () =>
    given(linkDecider, [created()])
      .when(updateLink({ destination_url: null }))
      .thenRejected('invalid', 'invalid_request'));

  it('rejects unknown, foreign and deleted links', () => {
    given(linkDecider, [])
      .when(updateLink({ title: 'x' }))
      .thenRejected('not-found', 'not_found');
    given(linkDecider, [created(), deleted])
      .when(updateLink({ title: 'x' }))
      .thenRejected('not-found', 'not_found');
    given(linkDecider, [created()], someMetadata({ workspace_id: 'ws_2' }))
      .when(updateLink({ title: 'x' }))
      .thenRejected('not-found', 'not_found');
  });
});

describe('deleting a link', () => {
  it('records it', () => given(linkDecider, [created()]).when(deleteLink()).then([deleted]));

  it('rejects a second deletion: a deleted link is not found', () =>
    given(linkDecider, [created(), deleted]).when(deleteLink()).thenRejected('not-found', 'not_found'));
});

describe('restoring a link', () => {
  it('goes with an edit that wants it, which is nothing otherwise', () => {
    const edit = updateLink({ title: 'back' });
    const restoring = { ...edit, data: { ...edit.data, restores: true } };
    const changes = { title: { from: null, to: 'back' } };
    const edited: LinkEvent = { type: 'LinkUpdated', data: { link_id: 'link_1', changes } };
    given(linkDecider, [created(), deleted]).when(restoring).then([restored, edited]);
    given(linkDecider, [created()]).when(restoring).then([edited]);
    given(linkDecider, [created(), deleted]).when(edit).thenRejected('not-found', 'not_found');
    const refused = { ...edit, data: { ...edit.data, fields: { starts_at: LATER, expires_at: NOW }, restores: true } };
    given(linkDecider, [created(), deleted]).when(refused).thenRejected('invalid', 'invalid_request');
    given(linkDecider, []).when(restoring).thenRejected('not-found', 'not_found');
  });

  it('brings a deleted link back', () => {
    given(linkDecider, [created(), deleted]).when(restoreLink()).then([restored]);
    expect(state([created(), deleted, restored])).toMatchObject({ deleted_at: null });
  });

  it('changes nothing of a link that is not deleted', () => {
    given(linkDecider, [created()]).when(restoreLink()).thenNothing();
    given(linkDecider, [created(), deleted, restored]).when(restoreLink()).thenNothing();
  });

  it('rejects unknown and foreign links', () => {
    given(linkDecider, []).when(restoreLink()).thenRejected('not-found', 'not_found');
    given(linkDecider, [created(), deleted], someMetadata({ workspace_id: 'ws_2' }))
      .when(restoreLink())
      .thenRejected('not-found', 'not_found');
  });
});

describe('purging a link', () => {
  it('is recorded once, of a deleted one, too', () => {
    for (const history of [[created()], [created(), deleted]]) {
      given(linkDecider, history).when(purgeLink()).then([purged]);
      given(linkDecider, [...history, purged])
        .when(purgeLink())
        .thenNothing();
    }
  });

  it('keeps its alias taken, for its own workspace as for others', () => {
    given(linkDecider, [created(), purged]).when(createLink()).thenRejected('conflict', 'alias_taken');
    given(linkDecider, [created(), purged])
      .when(createLink({ workspace_id: 'ws_2' }))
      .thenRejected('conflict', 'alias_taken');
  });

  it('leaves no row to read models', () => {
    const recorded = { id: '', event: purged, metadata: someMetadata(), stream: 'link-1', revision: 1n, position: 1n };
    const row = { ...state([created()])!, revision: '0' };
    expect(linkList.evolve(row, recorded, 'link_1')).toBeNull();
  });

  it('records nothing of an unknown link, or of another workspace', () => {
    given(linkDecider, []).when(purgeLink()).thenNothing();
    given(linkDecider, [created()], someMetadata({ workspace_id: 'ws_2' }))
      .when(purgeLink())
      .thenNothing();
  });
});

describe('switching a link', () => {
  const SWITCHES = [
    ['DisableLink', 'LinkDisabled', 'LinkEnabled'],
    ['ArchiveLink', 'LinkArchived', 'LinkUnarchived'],
    ['EnableLink', 'LinkEnabled', 'LinkDisabled'],
    ['UnarchiveLink', 'LinkUnarchived', 'LinkArchived'],
  ] as const;
  /** A link whose last switch was the other way. */
  const before = (opposite: (typeof SWITCHES)[number][2]) => [created(), happened(opposite)];

  it.each(SWITCHES)('records %s, and nothing where it is so already', (command, event, opposite) => {
    given(linkDecider, before(opposite))
      .when(switchLink(command))
      .then([happened(event)]);
    given(linkDecider, [...before(opposite), happened(event)])
      .when(switchLink(command))
      .thenNothing();
  });

  it.each(SWITCHES)('knows neither unknown, foreign nor deleted links: %s', (command, _, opposite) => {
    given(linkDecider, []).when(switchLink(command)).thenRejected('not-found', 'not_found');
    given(linkDecider, [...before(opposite), deleted])
      .when(switchLink(command))
      .thenRejected('not-found', 'not_found');
    given(linkDecider, before(opposite), someMetadata({ workspace_id: 'ws_2' }))
      .when(switchLink(command))
      .thenRejected('not-found', 'not_found');
  });
});

describe('the time in which a link redirects', () => {
  it('ends after it starts', () => {
    for (const expires_at of ['2026-01-01T00:00:00.000Z', NOW])
      given(linkDecider, [])
        .when(createLink({ starts_at: NOW, expires_at }))
        .thenRejected('invalid', 'invalid_request');
    given(linkDecider, [])
      .when(createLink({ starts_at: NOW, expires_at: LATER }))
      .then([created({ starts_at: NOW, expires_at: LATER })]);
  });

  it('is judged with the fields that a change leaves alone, and names the one that was sent', () => {
    const link = state([created({ starts_at: NOW, expires_at: LATER })]);
    const locations = (fields: UpdateLink['data']['fields']) => {
      try {
        linkDecider.decide(updateLink(fields), link);
      } catch (error) {
        return (error as Rejection).problems.map(({ location }) => location);
      }
      return [];
    };
    expect(locations({ expires_at: NOW })).toEqual(['body.expires_at']);
    expect(locations({ starts_at: LATER })).toEqual(['body.starts_at']);
    expect(locations({ starts_at: LATER, expires_at: NOW })).toEqual(['body.expires_at']);
    expect(locations({ starts_at: LATER, expires_at: null })).toEqual([]);
    expect(locations({ starts_at: null, expires_at: NOW })).toEqual([]);
    expect(locations({ title: 'x' })).toEqual([]);
  });
});

describe('recording that a link has expired', () => {
  const expired: LinkEvent = { type: 'LinkExpired', data: { link_id: 'link_1', expires_at: NOW } };
  const changed = (from: string | null, to: string | null): LinkEvent => ({
    type: 'LinkUpdated',
    data: { link_id: 'link_1', changes: { expires_at: { from, to } } },
  });
  const born = () => created({ expires_at: NOW });

  it('happens at its moment, and not a millisecond before', () => {
    given(linkDecider, [born()]).when(expireLink('2026-01-01T23:59:59.999Z')).thenNothing();
    given(linkDecider, [born()]).when(expireLink(NOW)).then([expired]);
  });

  it('happens once, also after a later event', () => {
    given(linkDecider, [born(), expired]).when(expireLink(LATER)).thenNothing();
    given(linkDecider, [born(), expired, happened('LinkDisabled')])
      .when(expireLink(LATER))
      .thenNothing();
  });

  it('happens again for an extension, even one that leads back to the same moment', () => {
    given(linkDecider, [born(), expired, changed(NOW, LATER)])
      .when(expireLink(NOW))
      .thenNothing();
    given(linkDecider, [born(), expired, changed(NOW, LATER)])
      .when(expireLink(LATER))
      .then([{ type: 'LinkExpired', data: { link_id: 'link_1', expires_at: LATER } }]);
    given(linkDecider, [born(), expired, changed(NOW, LATER), changed(LATER, NOW)])
      .when(expireLink(LATER))
      .then([expired]);
  });

  it('happens neither to a link without an end nor to a deleted one', () => {
    given(linkDecider, [created()]).when(expireLink(NOW)).thenNothing();
    given(linkDecider, [born(), changed(NOW, null)])
      .when(expireLink(NOW))
      .thenNothing();
    given(linkDecider, [born(), deleted]).when(expireLink(NOW)).thenNothing();
    given(linkDecider, [born(), deleted, restored]).when(expireLink(NOW)).then([expired]);
    given(linkDecider, []).when(expireLink(NOW)).thenRejected('not-found', 'not_found');
  });
});

describe('recording that a click limit is reached', () => {
  const reached = (click_limit: number): LinkEvent => ({
    type: 'LinkLimitReached',
    data: { link_id: 'link_1', click_limit },
  });
  const limited = () => created({ click_limit: 5 });
  const changed = (from: number | null, to: number | null): LinkEvent => ({
    type: 'LinkUpdated',
    data: { link_id: 'link_1', changes: { click_limit: { from, to } } },
  });
  const raised = changed(5, 9);

  it('happens once for a limit', () => {
    given(linkDecider, [limited()])
      .when(reachLimit(5))
      .then([reached(5)]);
    given(linkDecider, [limited(), reached(5)])
      .when(reachLimit(5))
      .thenNothing();
  });

  it('happens again for a higher limit, and not for one that was raised meanwhile', () => {
    given(linkDecider, [limited(), raised]).when(reachLimit(5)).thenNothing();
    given(linkDecider, [limited(), reached(5), raised])
      .when(reachLimit(9))
      .then([reached(9)]);
  });

  it('happens for a limit that was lowered meanwhile', () =>
    given(linkDecider, [limited()])
      .when(reachLimit(7))
      .then([reached(5)]));

  it('happens with the edit by which a limit that was raised or cleared comes back down', () => {
    given(linkDecider, [limited(), reached(5), raised])
      .when(updateLink({ click_limit: 5 }))
      .then([changed(9, 5), reached(5)]);
    given(linkDecider, [limited(), reached(5), changed(5, null)])
      .when(updateLink({ click_limit: 3 }))
      .then([changed(null, 3), reached(3)]);
    const put = updateLink({ click_limit: 5 });
    given(linkDecider, [limited(), reached(5), raised, deleted])
      .when({ ...put, data: { ...put.data, restores: true } })
      .then([restored, changed(9, 5), reached(5)]);
  });

  it('happens with no edit of a link that is used up already, or that no clicks have reached', () => {
    given(linkDecider, [limited(), reached(5)])
      .when(updateLink({ click_limit: 3 }))
      .then([changed(5, 3)]);
    given(linkDecider, [limited(), reached(5)])
      .when(updateLink({ click_limit: 9 }))
      .then([raised]);
    given(linkDecider, [limited(), raised])
      .when(updateLink({ click_limit: 5 }))
      .then([changed(9, 5)]);
  });

  it('is remembered for the highest limit, also after a lower one was recorded', () => {
    const lowered = [limited(), reached(5), raised, changed(9, 3), reached(3)];
    expect(state(lowered)).toMatchObject({ click_limit: 3, limit_reached: 5 });
    given(linkDecider, lowered)
      .when(updateLink({ click_limit: 5 }))
      .then([changed(3, 5)]);
    expect(linkStatusAt(state([...lowered, changed(3, 5)])!, NOW)).toBe('expired');
  });

  it('happens neither to a link without a limit nor to a deleted one', () => {
    given(linkDecider, [created()]).when(reachLimit(5)).thenNothing();
    given(linkDecider, [limited(), deleted]).when(reachLimit(5)).thenNothing();
    given(linkDecider, []).when(reachLimit(5)).thenRejected('not-found', 'not_found');
  });

  it('makes the link expired until the limit is raised', () => {
    expect(linkStatusAt(state([limited(), reached(5)])!, NOW)).toBe('expired');
    expect(linkStatusAt(state([limited(), reached(5), raised])!, NOW)).toBe('active');
  });
});

describe('the version of a link', () => {
  it('moves with edits and never with bookkeeping', () => {
    const expired: LinkEvent = { type: 'LinkExpired', data: { link_id: 'link_1', expires_at: NOW } };
    const reached: LinkEvent = { type: 'LinkLimitReached', data: { link_id: 'link_1', click_limit: 1 } };
    const history = [created(), expired, reached, happened('LinkDisabled')];
    expect(history.map((event) => linkDecider.concerns?.(updateLink({}), event))).toEqual([true, false, false, true]);
    expect(state([created(), expired, reached])).toMatchObject({ updated_at: someMetadata().at });
  });

  it('is the revision of its row', () => {
    const events: LinkEvent[] = [
      created({ click_limit: 1 }),
      { type: 'LinkLimitReached', data: { link_id: 'link_1', click_limit: 1 } },
      happened('LinkDisabled'),
    ];
    const rows: (string | undefined)[] = [];
    events.reduce<LinkRow | null>((row, event, index) => {
      const next = linkList.evolve(row, someRecorded(event, index), 'link_1');
      rows.push(next?.revision);
      return next;
    }, null);
    expect(rows).toEqual(['0', '0', '2']);
  });
});

describe('assigning a link to a campaign', () => {
  const memberOf = (campaign: string | null) => created(campaign === null ? {} : { campaign_id: campaign });

  it.each([
    ['AttachLink', 'cmp_2', null, 'cmp_2'],
    ['AttachLink', 'cmp_2', 'cmp_1', 'cmp_2'],
    ['DetachLink', 'cmp_1', 'cmp_1', null],
  ] as const)('by %s %s records the change from %s to %s, also of a deleted link', (type, campaign, from, to) => {
    const event: LinkEvent = {
      type: 'LinkUpdated',
      data: { link_id: 'link_1', changes: { campaign_id: { from, to } } },
    };
    given(linkDecider, [memberOf(from)])
      .when(assignLink(type, campaign))
      .then([event]);
    given(linkDecider, [memberOf(from), deleted])
      .when(assignLink(type, campaign))
      .then([event]);
  });

  it.each([
    ['AttachLink', 'cmp_1', 'cmp_1'],
    ['DetachLink', 'cmp_2', 'cmp_1'],
    ['DetachLink', 'cmp_1', null],
  ] as const)('by %s %s changes nothing of a link in %s', (type, campaign, from) =>
    given(linkDecider, [memberOf(from)])
      .when(assignLink(type, campaign))
      .thenNothing(),
  );

  it('rejects a link of another workspace', () => {
    const { type, data } = assignLink('AttachLink', 'cmp_1');
    given(linkDecider, [created()])
      .when({ type, data: { ...data, workspace_id: 'ws_2' } })
      .thenRejected('not-found', 'not_found');
  });
});

describe('a link', () => {
  it('has one identity whatever the case of its alias', () => {
    const digest = (text: string) => `<${text}>`;
    expect(linkIdOf('dom_default', 'Summer', digest)).toBe(linkIdOf('dom_default', 'sUMMER', digest));
    expect(linkIdOf('dom_default', 'summer', digest)).not.toBe(linkIdOf('dom_2', 'summer', digest));
  });

  it('keeps its state on an unknown event', () => {
    const link = state([created()]);
    expect(
      evolve(link, { type: 'LinkTeleported', data: { link_id: 'link_1' } } as unknown as LinkEvent, someMetadata()),
    ).toBe(link);
  });

  it.each([
    [{}, 'active'],
    [{ archived_at: NOW }, 'archived'],
    [{ archived_at: NOW, expires_at: NOW }, 'archived'],
    [{ disabled_at: NOW, expires_at: NOW }, 'expired'],
    [{ disabled_at: NOW, archived_at: NOW }, 'archived'],
    [{ disabled_at: NOW }, 'disabled'],
    [{ deleted_at: NOW, disabled_at: NOW }, 'deleted'],
    [{ expires_at: '2026-01-02T00:00:00.001Z' }, 'active'],
    [{ disabled_at: NOW, click_limit: 5, limit_reached: 5 }, 'expired'],
    [{ click_limit: 6, limit_reached: 5 }, 'active'],
    [{ click_limit: null, limit_reached: 5 }, 'active'],
  ] as const)('with %j is %s', (marks, status) => {
    const none = {
      deleted_at: null,
      disabled_at: null,
      expires_at: null,
      archived_at: null,
      click_limit: null,
      limit_reached: null,
    };
    expect(linkStatusAt({ ...none, ...marks }, NOW)).toBe(status);
  });
});

const identity = { link_id: 'link_1', domain_id: 'dom_default', domain: 'go.test', alias: 'Summer' };
const by = { type: 'user', id: 'usr_1' } as const;

const created = (fields: Partial<LinkCreated['data']> = {}): LinkCreated => ({
  type: 'LinkCreated',
  data: { ...identity, destination_url: 'https://example.com/1', created_by: by, ...fields },
});
const deleted: LinkEvent = { type: 'LinkDeleted', data: { link_id: 'link_1' } };
const restored: LinkEvent = { type: 'LinkRestored', data: { link_id: 'link_1' } };
type Switched = 'LinkDisabled' | 'LinkEnabled' | 'LinkArchived' | 'LinkUnarchived';
const happened = (type: Switched): LinkEvent => ({ type, data: { link_id: 'link_1' } });
const state = (events: readonly LinkEvent[]) =>
  fold(
    linkDecider,
    null,
    events.map((event) => ({ event, metadata: someMetadata() })),
  );

const createLink = (fields: Partial<CreateLink['data']> = {}): CreateLink => ({
  type: 'CreateLink',
  data: { ...created().data, workspace_id: 'ws_1', ...fields },
});
const updateLink = (fields: UpdateLink['data']['fields']): UpdateLink => ({
  type: 'UpdateLink',
  data: { link_id: 'link_1', workspace_id: 'ws_1', fields },
});
const deleteLink = (): DeleteLink => ({ type: 'DeleteLink', data: { link_id: 'link_1', workspace_id: 'ws_1' } });
const restoreLink = (): RestoreLink => ({ type: 'RestoreLink', data: { link_id: 'link_1', workspace_id: 'ws_1' } });
const purged: LinkEvent = { type: 'LinkPurged', data: { link_id: 'link_1' } };
const purgeLink = (): PurgeLink => ({ type: 'PurgeLink', data: { link_id: 'link_1', workspace_id: 'ws_1' } });
const switchLink = (type: SwitchLink['type']): SwitchLink => ({
  type,
  data: { link_id: 'link_1', workspace_id: 'ws_1' },
});
const expireLink = (now: string): ExpireLink => ({
  type: 'ExpireLink',
  data: { link_id: 'link_1', workspace_id: 'ws_1', now },
});
const assignLink = (type: AssignLink['type'], campaign_id: string): AssignLink => ({
  type,
  data: { link_id: 'link_1', workspace_id: 'ws_1', campaign_id },
});
const reachLimit = (click_limit: number): ReachLimit => ({
  type: 'ReachLimit',
  data: { link_id: 'link_1', workspace_id: 'ws_1', click_limit },
});
