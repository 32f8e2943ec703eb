import { fold } from '@kernel';
import { given, someMetadata } from '@kernel/testing';
import { type LinkCreated, type LinkEvent, evolve, linkIdOf, statusAt } from './link';
import { linkList } from './link-list/link-list.projection';
import {
  type CreateLink,
  type DeleteLink,
  type PurgeLink,
  type RestoreLink,
  type UpdateLink,
  linkDecider,
} from './link.decider';

const NOW = '2026-01-02T00:00:00.000Z';

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
  it('is recorded, of a deleted one, too', () => {
    given(linkDecider, [created()]).when(purgeLink()).then([purged]);
    given(linkDecider, [created(), deleted]).when(purgeLink()).then([purged]);
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

  it('does not know a link of another workspace', () =>
    given(linkDecider, [created()], someMetadata({ workspace_id: 'ws_2' }))
      .when(purgeLink())
      .thenRejected('not-found', 'not_found'));
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
    [{ archived_at: NOW, expires_at: NOW }, 'expired'],
    [{ disabled_at: NOW, expires_at: NOW }, 'disabled'],
    [{ deleted_at: NOW, disabled_at: NOW }, 'deleted'],
    [{ expires_at: '2026-01-02T00:00:00.001Z' }, 'active'],
  ] as const)('with %j is %s', (marks, status) => {
    const none = { deleted_at: null, disabled_at: null, expires_at: null, archived_at: null };
    expect(statusAt({ ...none, ...marks }, NOW)).toBe(status);
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
