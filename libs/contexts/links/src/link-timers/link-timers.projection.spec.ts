import { someRecorded } from '@kernel/testing';
import { linkCreated } from '../../../../../test/support/link-events';
import type { LinkEvent } from '../link';
import { type LinkTimerRow, linkTimers } from './link-timers.projection';

const END = '2026-06-01T00:00:00.000Z';
const LATER = '2026-07-01T00:00:00.000Z';

describe('the timer of a link', () => {
  it('says when it expires, whose it is, and which event set it', () =>
    expect(after(created(END))).toEqual({
      id: 'link_1',
      workspace_id: 'ws_1',
      stream: 'link-1',
      kind: 'expiry',
      expires_at: END,
      due_at: END,
      revision: '0',
    }));

  it('does not exist for a link without an end', () => {
    expect(after(created(null))).toBeUndefined();
    expect(after(created(undefined))).toBeUndefined();
    expect(after(created(END), changed(END, null))).toBeUndefined();
    expect(linkTimers.keys(someRecorded(created(null)))).toEqual([]);
  });

  it('moves with the end, and then is of another event', () => {
    expect(after(created(END), changed(END, LATER))).toMatchObject({ due_at: LATER, revision: '1' });
    expect(after(created(null), changed(null, END))).toMatchObject({ due_at: END, revision: '1' });
  });

  it('is gone once the end is recorded, and comes back with an extension', () => {
    const expired: LinkEvent = { type: 'LinkExpired', data: { link_id: 'link_1', expires_at: END } };
    expect(after(created(END), expired)).toBeUndefined();
    expect(after(created(END), expired, deleted, restored)).toBeUndefined();
    expect(after(created(END), expired, changed(END, LATER))).toMatchObject({ due_at: LATER, revision: '2' });
  });

  it('is suspended while the link is deleted', () => {
    expect(after(created(END), deleted)).toMatchObject({ expires_at: END, due_at: null });
    expect(after(created(END), deleted, restored)).toMatchObject({ due_at: END, revision: '0' });
    expect(after(created(null), deleted, restored)).toBeUndefined();
  });

  it('is untouched by other events', () => {
    const disabled: LinkEvent = { type: 'LinkDisabled', data: { link_id: 'link_1' } };
    const renamed: LinkEvent = {
      type: 'LinkUpdated',
      data: { link_id: 'link_1', changes: { title: { from: null, to: 'x' } } },
    };
    for (const event of [disabled, renamed]) expect(linkTimers.keys(someRecorded(event, 1))).toEqual([]);
  });
});

const created = (expires_at: string | null | undefined): LinkEvent => linkCreated({ expires_at });
const changed = (from: string | null, to: string | null): LinkEvent => ({
  type: 'LinkUpdated',
  data: { link_id: 'link_1', changes: { expires_at: { from, to } } },
});
const deleted: LinkEvent = { type: 'LinkDeleted', data: { link_id: 'link_1' } };
const restored: LinkEvent = { type: 'LinkRestored', data: { link_id: 'link_1' } };

const after = (...events: readonly LinkEvent[]): LinkTimerRow | undefined => {
  const rows = new Map<string, LinkTimerRow>();
  events.forEach((event, index) => {
    const one = someRecorded(event, index, { stream: 'link-1' });
    for (const id of linkTimers.keys(one)) {
      const row = linkTimers.evolve(rows.get(id) ?? null, one, id);
      if (row) rows.set(id, row);
      else rows.delete(id);
    }
  });
  return rows.get('link_1');
};
