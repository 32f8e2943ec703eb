import type { Recorded } from '@kernel';
import { someMetadata } from '@kernel/testing';
import { type KeyEvent, keyChronicle } from '@contexts/keys';
import * as history from './history';
import { stateAt } from './history';
import { historyPage } from './history-endpoint';

const made = <T>(entries: readonly { make(): T }[]): T[] => entries.map((entry) => entry.make());
const historyEntriesOf = (...given: Parameters<typeof history.historyEntriesOf>) =>
  made(history.historyEntriesOf(...given));
const sharedHistoryOf = (...given: Parameters<typeof history.sharedHistoryOf>) =>
  made(history.sharedHistoryOf(...given));

const grant = {
  lineage: 'l1',
  name: 'CMS',
  scope: 'read_write',
  pepper_id: 'pepper',
  expiration: '2026-01-09T00:00:00.000Z',
} as const;
const old = { ...grant, key_id: 'key_1', token_hash: 'a1'.repeat(32), start: 'svc_live_old1' };
const young = { ...grant, key_id: 'key_2', token_hash: 'b2'.repeat(32), start: 'svc_live_new1' };

const lineage = recordedOf([
  ['2026-01-01T00:00:00.000Z', { type: 'KeyCreated', data: old }],
  ['2026-01-02T00:00:00.000Z', { type: 'KeyRenamed', data: { key_id: 'key_1', name: { from: 'CMS', to: 'Export' } } }],
  [
    '2026-01-03T00:00:00.000Z',
    {
      type: 'KeyRotated',
      data: { ...young, name: 'Export', previous_key_id: 'key_1', grace_ends_at: '2026-01-04T00:00:00.000Z' },
    },
  ],
  ['2026-01-04T00:00:00.500Z', { type: 'KeyGraceExpired', data: { key_id: 'key_1' } }],
  ['2026-01-09T00:00:00.500Z', { type: 'KeyExpired', data: { key_id: 'key_2' } }],
]);

describe('the history of a lineage', () => {
  it("has an entry per event with its key; a rotation's has the new key and the old one's status", () => {
    const entries = sharedHistoryOf(keyChronicle, lineage);
    expect(entries.map(({ type, key_id }) => [type, key_id])).toEqual([
      ['api_key.created', 'key_1'],
      ['api_key.renamed', 'key_1'],
      ['api_key.rotated', 'key_2'],
      ['api_key.grace_expired', 'key_1'],
      ['api_key.expired', 'key_2'],
    ]);
    expect(entries[2]).toMatchObject({
      changes: {
        id: { from: null, to: 'key_2' },
        name: { from: null, to: 'Export' },
        rotated_from: { from: null, to: 'key_1' },
      },
      previous: {
        key_id: 'key_1',
        changes: {
          status: { from: 'active', to: 'grace' },
          rotated_to: { from: null, to: 'key_2' },
          grace_ends_at: { from: null, to: '2026-01-04T00:00:00.000Z' },
        },
      },
    });
  });

  it('never holds a hash or a pepper', () => {
    expect(
      JSON.stringify([sharedHistoryOf(keyChronicle, lineage), historyEntriesOf(keyChronicle, lineage, 'key_1')]),
    ).not.toMatch(/hash|pepper|a1a1|b2b2/);
  });
});

describe('the history of one key', () => {
  it('has only the events about it', () => {
    const types = (id: string) => historyEntriesOf(keyChronicle, lineage, id).map(({ type }) => type);
    expect(types('key_1')).toEqual(['api_key.created', 'api_key.renamed', 'api_key.rotated', 'api_key.grace_expired']);
    expect(types('key_2')).toEqual(['api_key.rotated', 'api_key.expired']);
  });

  it('shows what the clock decided at the time it is recorded', () => {
    expect(historyEntriesOf(keyChronicle, lineage, 'key_1').at(-1)?.changes).toEqual({
      status: { from: 'grace', to: 'revoked' },
      revoked_at: { from: null, to: '2026-01-04T00:00:00.000Z' },
    });
    expect(historyEntriesOf(keyChronicle, lineage, 'key_2').at(-1)?.changes).toEqual({
      status: { from: 'active', to: 'expired' },
    });
  });

  it('names the event that lacks the id of its key, and shows nothing as if it had not been', () => {
    const lost = lineage.map((one, n) => (n === 1 ? { ...one, event: { ...one.event, data: 'text' as never } } : one));
    for (const read of [
      () => sharedHistoryOf(keyChronicle, lost),
      () => historyEntriesOf(keyChronicle, lost, 'key_1'),
      () => stateAt(keyChronicle, lost, 'key_1', '2026-01-10T00:00:00.000Z'),
    ])
      expect(read).toThrow(/revision 1 of apikey-l1, cannot be folded: Error: the event lacks the id of its row/);
  });

  it('leaves out an event that has no public name', () => {
    const [created] = lineage;
    const strange = { ...created!, event: { type: 'KeyPainted', data: { key_id: 'key_1' } } };
    expect(historyEntriesOf(keyChronicle, [created!, strange], 'key_1').map(({ type }) => type)).toEqual([
      'api_key.created',
    ]);
  });
});

describe('a page of a long history', () => {
  const renamed = Array.from({ length: 500 }, (_, n): readonly [string, KeyEvent] => [
    '2026-01-02T00:00:00.000Z',
    { type: 'KeyRenamed', data: { key_id: 'key_1', name: { from: `${n}`, to: `${n + 1}` } } },
  ]);
  const long = recordedOf([['2026-01-01T00:00:00.000Z', { type: 'KeyCreated', data: old }], ...renamed]);
  const asked = { page: 100, limit: 5 };
  let [records, prints] = [0, 0];
  const large = { toJSON: () => (prints += 1) };
  const counted: typeof keyChronicle = {
    ...keyChronicle,
    record: (row, at) => {
      records += 1;
      return { ...keyChronicle.record(row, at), large };
    },
  };
  beforeEach(() => ([records, prints] = [0, 0]));

  it.each([
    ['of one key', () => historyPage(history.historyEntriesOf(counted, long, 'key_1'), asked)],
    ['of a lineage', () => historyPage(history.sharedHistoryOf(counted, long), asked)],
  ])('compares the records of its own events alone, and prints no value that is the same: %s', (_what, page) => {
    expect(page().body).toMatchObject({
      data: expect.arrayContaining([expect.objectContaining({ changes: { name: { from: '498', to: '499' } } })]),
      meta: { total: 501 },
    });
    expect(records).toBeLessThanOrEqual(2 * asked.limit);
    expect(prints).toBe(0);
  });
});

describe('the state at an instant', () => {
  const statusAt = (id: string, instant: string) => {
    const row = stateAt(keyChronicle, lineage, id, instant);
    return row && keyChronicle.record(row, instant)['status'];
  };

  it('includes an event from its instant on, and not a millisecond before', () => {
    expect(stateAt(keyChronicle, lineage, 'key_1', '2026-01-01T23:59:59.999Z')?.name).toBe('CMS');
    expect(stateAt(keyChronicle, lineage, 'key_1', '2026-01-02T00:00:00.000Z')?.name).toBe('Export');
    expect(stateAt(keyChronicle, lineage, 'key_2', '2026-01-02T23:59:59.999Z')).toBeNull();
  });

  it('is judged by the clock of that instant, however late the event was recorded', () => {
    expect(
      ['2026-01-03T23:59:59.999Z', '2026-01-04T00:00:00.000Z'].map((instant) => statusAt('key_1', instant)),
    ).toEqual(['grace', 'revoked']);
    expect(
      ['2026-01-08T23:59:59.999Z', '2026-01-09T00:00:00.000Z'].map((instant) => statusAt('key_2', instant)),
    ).toEqual(['active', 'expired']);
  });

  it('is a state that the stream had, also when overlapping requests left times out of order', () => {
    const [created, renamed] = lineage;
    const swapped = recordedOf([
      [created!.metadata.at, created!.event],
      ['2026-01-02T00:00:00.002Z', renamed!.event],
      ['2026-01-02T00:00:00.001Z', { type: 'KeyRevoked', data: { key_id: 'key_1', reason: null } }],
    ]);
    expect(stateAt(keyChronicle, swapped, 'key_1', '2026-01-02T00:00:00.001Z')).toMatchObject({
      name: 'CMS',
      revoked_at: null,
    });
    expect(stateAt(keyChronicle, swapped, 'key_1', '2026-01-02T00:00:00.002Z')).toMatchObject({
      name: 'Export',
      revoked_at: '2026-01-02T00:00:00.001Z',
    });
  });
});

function recordedOf(events: readonly (readonly [string, KeyEvent])[]): Recorded<KeyEvent>[] {
  return events.map(([at, event], index) => ({
    id: `00000000-0000-8000-8000-00000000000${index}`,
    event,
    stream: 'apikey-l1',
    revision: BigInt(index),
    position: BigInt(index),
    metadata: someMetadata({ at }),
  }));
}
