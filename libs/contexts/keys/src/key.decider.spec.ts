import { given, someMetadata, someRecorded } from '@kernel/testing';
import { commandHandler, fold } from '@kernel';
import { type KeyCreated, type KeyEvent, type KeyRotated, keyStatusAt } from './key';
import {
  type CreateKey,
  type KeyCommand,
  type PurgeKey,
  type RenameKey,
  type RevokeKey,
  type RotateKey,
  keyDecider,
} from './key.decider';
import { type KeyRow, keyList } from './key-list/key-list.projection';

const NOW = '2026-01-02T00:00:00.000Z';

describe('creating a key', () => {
  it('records the grant and never the token', () => given(keyDecider, []).when(createKey()).then([created()]));

  it('changes nothing when it is repeated', () => given(keyDecider, [created()]).when(createKey()).thenNothing());

  it('refuses an expiration that has passed', () =>
    given(keyDecider, [])
      .when(createKey({ expiration: NOW }))
      .thenRejected('invalid', 'invalid_request'));

  it('lets a key mint one that is no wider and lives no longer', () =>
    given(keyDecider, [])
      .when(
        createKey({
          expiration: '2026-02-01T00:00:00.000Z',
          minter: minter({ expiration: '2026-02-01T00:00:00.000Z' }),
        }),
      )
      .then([created({ expiration: '2026-02-01T00:00:00.000Z' })]));

  it('lets no Read key mint', () =>
    given(keyDecider, [])
      .when(createKey({ scope: 'read', minter: minter({ scope: 'read' }) }))
      .thenRejected('forbidden', 'insufficient_scope'));

  it('lets no key mint one that outlives it', () => {
    const short = minter({ expiration: '2026-02-01T00:00:00.000Z' });
    given(keyDecider, [])
      .when(createKey({ minter: short }))
      .thenRejected('forbidden', 'insufficient_scope');
    given(keyDecider, [])
      .when(createKey({ minter: short, expiration: '2026-02-01T00:00:00.001Z' }))
      .thenRejected('forbidden', 'insufficient_scope');
  });

  it('lets no key in grace mint', () =>
    given(keyDecider, [])
      .when(createKey({ minter: minter({ status: 'grace' }) }))
      .thenRejected('conflict', 'key_not_active'));
});

describe('revoking a key', () => {
  it('records the reason', () =>
    given(keyDecider, [created()])
      .when(revokeKey({ reason: 'leaked' }))
      .then([{ type: 'KeyRevoked', data: { key_id: 'key_1', reason: 'leaked' } }]));

  it('changes nothing when the key is revoked already', () =>
    given(keyDecider, [created(), { type: 'KeyRevoked', data: { key_id: 'key_1', reason: null } }])
      .when(revokeKey())
      .thenNothing());

  it('changes nothing when the key has expired', () =>
    given(keyDecider, [created({ expiration: NOW })])
      .when(revokeKey())
      .thenNothing());

  it('revokes a key in its grace period, and only that one', () =>
    given(keyDecider, [created(), rotated()])
      .when(revokeKey())
      .then([{ type: 'KeyRevoked', data: { key_id: 'key_1', reason: null } }]));

  it("rejects another workspace's key as unknown", () =>
    given(keyDecider, [created()])
      .when(revokeKey({ workspace_id: 'ws_2' }))
      .thenRejected('not-found', 'not_found'));

  it('rejects a key that never existed', () =>
    given(keyDecider, []).when(revokeKey()).thenRejected('not-found', 'not_found'));
});

describe('rotating a key', () => {
  it('creates a key with the same name, scope and expiration, and keeps the old one for 24 hours', () =>
    given(keyDecider, [created()])
      .when(rotateKey())
      .then([rotated({ grace_ends_at: '2026-01-03T00:00:00.000Z' })]));

  it('never extends a key that expires before its grace would end', () => {
    const expiration = '2026-01-02T12:00:00.000Z';
    given(keyDecider, [created({ expiration })])
      .when(rotateKey())
      .then([rotated({ expiration, grace_ends_at: expiration })]);
  });

  it('changes nothing when it is repeated', () =>
    given(keyDecider, [created(), rotated()]).when(rotateKey()).thenNothing());

  it('refuses a key that is in grace, revoked or expired', () => {
    const histories: KeyEvent[][] = [
      [created(), rotated()],
      [created(), { type: 'KeyRevoked', data: { key_id: 'key_1', reason: null } }],
      [created({ expiration: NOW })],
    ];
    for (const history of histories) {
      given(keyDecider, history)
        .when(rotateKey({ new_key_id: 'key_3' }))
        .thenRejected('conflict', 'key_not_active');
    }
  });

  it('follows the rules of minting: no key rotates one that is wider or outlives it', () =>
    given(keyDecider, [created()])
      .when(rotateKey({ minter: minter({ expiration: '2026-02-01T00:00:00.000Z' }) }))
      .thenRejected('forbidden', 'insufficient_scope'));

  it("rejects another workspace's key as unknown", () =>
    given(keyDecider, [created()])
      .when(rotateKey({ workspace_id: 'ws_2' }))
      .thenRejected('not-found', 'not_found'));
});

describe('renaming a key', () => {
  const renameKey = (name?: string): RenameKey => ({
    type: 'RenameKey',
    data: { key_id: 'key_1', workspace_id: 'ws_1', name },
  });

  it('records both names', () =>
    given(keyDecider, [created()])
      .when(renameKey('Blog'))
      .then([{ type: 'KeyRenamed', data: { key_id: 'key_1', name: { from: 'CMS', to: 'Blog' } } }]));

  it('changes nothing without a name', () => given(keyDecider, [created()]).when(renameKey()).thenNothing());
  it('changes nothing when the name is the same', () =>
    given(keyDecider, [created()]).when(renameKey('CMS')).thenNothing());
  it('rejects a key that never existed', () =>
    given(keyDecider, []).when(renameKey('x')).thenRejected('not-found', 'not_found'));
});

describe('the events about a key', () => {
  const { about } = keyDecider;
  const rename = (key_id: string): RenameKey => ({ type: 'RenameKey', data: { key_id, workspace_id: 'ws_1' } });

  it("are its own, rotation included, and not its successor's", () => {
    const renamed: KeyEvent = { type: 'KeyRenamed', data: { key_id: 'key_2', name: { from: 'CMS', to: 'Blog' } } };
    const history = [created(), rotated(), renamed];
    expect(history.map((event) => about?.(rename('key_1'), event))).toEqual([true, true, false]);
    expect(history.map((event) => about?.(rename('key_2'), event))).toEqual([false, true, true]);
  });
});

describe('recording what the clock has decided', () => {
  const data = { key_id: 'key_1', workspace_id: 'ws_1' };
  const endGrace = (now: string): KeyCommand => ({ type: 'EndGrace', data: { ...data, now } });
  const expireKey = (now: string): KeyCommand => ({ type: 'ExpireKey', data: { ...data, now } });
  const graceExpired: KeyEvent = { type: 'KeyGraceExpired', data: { key_id: 'key_1', edit: false } };

  it('records the end of grace at its moment, and not a millisecond before', () => {
    given(keyDecider, [created(), rotated()]).when(endGrace('2026-01-02T23:59:59.999Z')).thenNothing();
    given(keyDecider, [created(), rotated()]).when(endGrace('2026-01-03T00:00:00.000Z')).then([graceExpired]);
  });

  it('records it once', () =>
    given(keyDecider, [created(), rotated(), graceExpired]).when(endGrace('2026-01-04T00:00:00.000Z')).thenNothing());

  it('ends a grace for good once its end is recorded, whatever the clock says later', () => {
    const history = [created(), rotated(), graceExpired];
    const recorded = history.map((event: KeyEvent) => ({ event, metadata: someMetadata() }));
    const { key_1: key } = fold(keyDecider, {}, recorded);
    expect(key && keyStatusAt(key, NOW)).toBe('revoked');
  });

  it('records no end of grace for a key that was revoked before', () =>
    given(keyDecider, [created(), rotated(), { type: 'KeyRevoked', data: { key_id: 'key_1', reason: null } }])
      .when(endGrace('2026-01-04T00:00:00.000Z'))
      .thenNothing());

  it('records the expiration when both instants coincide', () => {
    const expiration = '2026-01-02T12:00:00.000Z';
    const history = [created({ expiration }), rotated({ expiration, grace_ends_at: expiration })];
    given(keyDecider, history).when(endGrace(expiration)).thenNothing();
    given(keyDecider, history)
      .when(expireKey(expiration))
      .then([{ type: 'KeyExpired', data: { key_id: 'key_1', edit: false } }]);
  });

  it('records an expiration once, also after a later event', () => {
    const expired: KeyEvent = { type: 'KeyExpired', data: { key_id: 'key_1' } };
    const renamed: KeyEvent = { type: 'KeyRenamed', data: { key_id: 'key_1', name: { from: 'CMS', to: 'Blog' } } };
    const history = [created({ expiration: NOW }), expired];
    given(keyDecider, history).when(expireKey(NOW)).thenNothing();
    given(keyDecider, [...history, renamed])
      .when(expireKey(NOW))
      .thenNothing();
  });

  it('records no expiration early, of a key without one, or of a revoked key', () => {
    given(keyDecider, [created({ expiration: NOW })])
      .when(expireKey('2026-01-01T23:59:59.999Z'))
      .thenNothing();
    given(keyDecider, [created()]).when(expireKey(NOW)).thenNothing();
    given(keyDecider, [created({ expiration: NOW }), { type: 'KeyRevoked', data: { key_id: 'key_1', reason: null } }])
      .when(expireKey(NOW))
      .thenNothing();
  });
});

describe('purging a key', () => {
  const purge: PurgeKey = { type: 'PurgeKey', data: { key_id: 'key_1', workspace_id: 'ws_1' } };
  const purged: KeyEvent = { type: 'KeyPurged', data: { key_id: 'key_1' } };

  it('is recorded once', () => {
    given(keyDecider, [created(), rotated()]).when(purge).then([purged]);
    given(keyDecider, [created(), rotated(), purged]).when(purge).thenNothing();
  });

  it('records nothing of an unknown key, or of another workspace', () => {
    given(keyDecider, []).when(purge).thenNothing();
    given(keyDecider, [created()], someMetadata({ workspace_id: 'ws_2' }))
      .when(purge)
      .thenNothing();
  });

  it('leaves no row to read models', () => {
    const recorded = { id: '', event: purged, metadata: someMetadata(), stream: 's', revision: 2n, position: 2n };
    const row = keyList.evolve(null, { ...recorded, event: created() }, 'key_1');
    expect(row).not.toBeNull();
    expect(keyList.evolve(row, recorded, 'key_1')).toBeNull();
  });
});

describe('the status of a key', () => {
  const key = { revoked_at: null, expiration: null, grace_ends_at: null };
  it.each([
    ['active without an expiration', key, 'active'],
    ['active one millisecond before its expiration', { ...key, expiration: '2026-01-02T00:00:00.001Z' }, 'active'],
    ['expired at its expiration', { ...key, expiration: NOW }, 'expired'],
    ['in grace one millisecond before its end', { ...key, grace_ends_at: '2026-01-02T00:00:00.001Z' }, 'grace'],
    ['revoked at the end of its grace', { ...key, grace_ends_at: NOW }, 'revoked'],
    ['expired where expiration and end of grace meet', { ...key, expiration: NOW, grace_ends_at: NOW }, 'expired'],
    ['revoked once revoked, whatever else is true', { ...key, revoked_at: NOW, expiration: NOW }, 'revoked'],
  ] as const)('is %s', (_, instance, status) => expect(keyStatusAt(instance, NOW)).toBe(status));
});

describe('the version of a key', () => {
  const renamed: KeyEvent = { type: 'KeyRenamed', data: { key_id: 'key_1', name: { from: 'CMS', to: 'Blog' } } };
  const ofTime = (edit?: false): readonly KeyEvent[] => [
    { type: 'KeyGraceExpired', data: { key_id: 'key_1', ...(edit === false && { edit }) } },
    { type: 'KeyExpired', data: { key_id: 'key_1', ...(edit === false && { edit }) } },
  ];

  it('is that of its last edit, for the row and for If-Match: time does not change it', async () => {
    expect(await versions(created(), renamed, ...ofTime(false))).toEqual(['1', 1n]);
    expect(await versions(created(), rotated(), ...ofTime(false), renamed)).toEqual(['4', 4n]);
  });

  it('stays where events of earlier versions have moved it', async () =>
    expect(await versions(created(), renamed, ...ofTime())).toEqual(['3', 3n]));

  /** Of its row after a rebuild, and of the outcome of a command. */
  const versions = async (...history: readonly KeyEvent[]) => {
    const recorded = history.map((event, at) => someRecorded(event, at));
    const row = recorded.reduce<KeyRow | null>((last, event) => keyList.evolve(last, event, 'key_1'), null);
    const store = { read: async () => recorded, append: async () => Promise.reject(new Error('nothing to append')) };
    const handle = commandHandler(keyDecider, { store, uuid: (text) => text });
    const command: RenameKey = { type: 'RenameKey', data: { key_id: 'key_1', workspace_id: 'ws_1' } };
    const { revision } = await handle({
      stream: 's',
      command,
      metadata: { ...someMetadata({ command_id: 'another' }), now: NOW },
    });
    return [row?.revision, revision];
  };
});

describe('the key list', () => {
  it('is the fold of the write side, row by row', () => {
    const history = [created(), rotated(), { type: 'KeyRevoked', data: { key_id: 'key_1', reason: 'old' } }] as const;
    const rows = new Map<string, ReturnType<typeof keyList.evolve>>();
    history.forEach((event, index) => {
      const recorded = someRecorded<KeyEvent>(event, index);
      for (const id of keyList.keys(recorded)) rows.set(id, keyList.evolve(rows.get(id) ?? null, recorded, id));
    });
    const lineage = fold(
      keyDecider,
      {},
      history.map((event: KeyEvent) => ({ event, metadata: someMetadata() })),
    );

    expect([...rows.keys()]).toEqual(Object.keys(lineage));
    expect(rows.get('key_1')).toMatchObject({
      rotated_to: 'key_2',
      revoke_reason: 'old',
      token_hash: '\\xaa',
      revision: '2',
    });
    expect(rows.get('key_2')).toMatchObject({
      rotated_from: 'key_1',
      lineage: '1',
      token_hash: '\\xbb',
      revision: '1',
    });
  });
});

const grant = (overrides: Partial<KeyCreated['data']> = {}): KeyCreated['data'] => ({
  key_id: 'key_1',
  lineage: '1',
  name: 'CMS',
  scope: 'read_write',
  token_hash: 'aa',
  pepper_id: 'p1',
  start: 'svc_live_AbCd',
  expiration: null,
  ...overrides,
});
const created = (overrides: Partial<KeyCreated['data']> = {}): KeyCreated => ({
  type: 'KeyCreated',
  data: grant(overrides),
});
const rotated = (overrides: Partial<KeyRotated['data']> = {}): KeyRotated => ({
  type: 'KeyRotated',
  data: {
    ...grant({ key_id: 'key_2', token_hash: 'bb' }),
    previous_key_id: 'key_1',
    grace_ends_at: '2026-01-03T00:00:00.000Z',
    ...overrides,
  },
});
const rotateKey = (overrides: Partial<RotateKey['data']> = {}): RotateKey => ({
  type: 'RotateKey',
  data: {
    key_id: 'key_1',
    new_key_id: 'key_2',
    workspace_id: 'ws_1',
    token_hash: 'bb',
    pepper_id: 'p1',
    start: 'svc_live_AbCd',
    minter: null,
    now: NOW,
    ...overrides,
  },
});
const createKey = (overrides: Partial<CreateKey['data']> = {}): CreateKey => ({
  type: 'CreateKey',
  data: { ...grant(), minter: null, now: NOW, ...overrides },
});
const revokeKey = (overrides: Partial<RevokeKey['data']> = {}): RevokeKey => ({
  type: 'RevokeKey',
  data: { key_id: 'key_1', workspace_id: 'ws_1', reason: null, now: NOW, ...overrides },
});
const minter = (
  overrides: Partial<NonNullable<CreateKey['data']['minter']>> = {},
): NonNullable<CreateKey['data']['minter']> => ({
  scope: 'read_write',
  status: 'active',
  expiration: null,
  ...overrides,
});
