import { someRecorded } from '@kernel/testing';
import type { KeyEvent } from '../key';
import { type KeyTimerRow, keyTimers } from './key-timers.projection';

describe('timers of keys', () => {
  it('begin with the expiration of a new key', () => {
    expect(after(created('2026-06-01T00:00:00.000Z'))).toEqual({ 'expiry/key_1': '2026-06-01T00:00:00.000Z' });
  });

  it('do not exist for a key without expiration', () => {
    expect(after(created(null))).toEqual({});
  });

  it("end a rotated key's grace and its successor's life, each at its time", () => {
    const expiration = '2026-06-01T00:00:00.000Z';
    expect(after(created(expiration), rotated(expiration))).toEqual({
      'expiry/key_1': expiration,
      'grace/key_1': GRACE_END,
      'expiry/key_2': expiration,
    });
  });

  it('are the expiration only when it comes no later than the end of grace', () => {
    for (const expiration of ['2026-01-01T12:00:00.000Z', GRACE_END]) {
      expect(after(created(expiration), rotated(expiration))).toEqual({
        'expiry/key_1': expiration,
        'expiry/key_2': expiration,
      });
    }
  });

  it.each(['KeyRevoked', 'KeyGraceExpired', 'KeyExpired', 'KeyPurged'] as const)(
    "of a key are removed after %s, and its successor's stay",
    (type) => {
      const expiration = '2026-06-01T00:00:00.000Z';
      const ended: KeyEvent =
        type === 'KeyRevoked' ? { type, data: { key_id: 'key_1', reason: null } } : { type, data: { key_id: 'key_1' } };
      expect(after(created(expiration), rotated(expiration), ended)).toEqual({ 'expiry/key_2': expiration });
    },
  );

  it('are unchanged by a rename', () => {
    const renamed: KeyEvent = { type: 'KeyRenamed', data: { key_id: 'key_1', name: { from: 'CMS', to: 'Shop' } } };
    expect(after(created('2026-06-01T00:00:00.000Z'), renamed)).toEqual({ 'expiry/key_1': '2026-06-01T00:00:00.000Z' });
  });

  it('hold their key and the stream of their command', () => {
    expect(rowsAfter(created('2026-06-01T00:00:00.000Z')).get('expiry/key_1')).toEqual({
      id: 'expiry/key_1',
      workspace_id: 'ws_1',
      key_id: 'key_1',
      stream: 'apikey-1',
      kind: 'expiry',
      due_at: '2026-06-01T00:00:00.000Z',
      revision: '0',
    });
  });
});

const GRACE_END = '2026-01-02T00:00:00.000Z';

const grant = (key_id: string, expiration: string | null) => ({
  key_id,
  lineage: '1',
  name: 'CMS',
  scope: 'read_write' as const,
  token_hash: 'aa',
  pepper_id: 'p1',
  start: 'svc_live_abcd',
  expiration,
});
const created = (expiration: string | null): KeyEvent => ({ type: 'KeyCreated', data: grant('key_1', expiration) });
const rotated = (expiration: string | null): KeyEvent => ({
  type: 'KeyRotated',
  data: { ...grant('key_2', expiration), previous_key_id: 'key_1', grace_ends_at: GRACE_END },
});

const rowsAfter = (...events: readonly KeyEvent[]): Map<string, KeyTimerRow> => {
  const rows = new Map<string, KeyTimerRow>();
  events.forEach((event, index) => {
    const recorded = someRecorded(event, index, { stream: 'apikey-1' });
    for (const id of keyTimers.keys(recorded)) {
      const row = keyTimers.evolve(rows.get(id) ?? null, recorded, id);
      if (row) rows.set(id, row);
      else rows.delete(id);
    }
  });
  return rows;
};

const after = (...events: readonly KeyEvent[]): Record<string, string> =>
  Object.fromEntries([...rowsAfter(...events)].map(([id, { due_at }]) => [id, due_at]));
