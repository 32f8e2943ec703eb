import { fold } from '@kernel';
import { given, someMetadata, someRecorded } from '@kernel/testing';
import type { DomainEvent } from './domain';
import { type DomainCommand, domainDecider } from './domain.decider';
import { domainList, type DomainRow } from './domain-list/domain-list.projection';

const id = { domain_id: 'dom_1' } as const;
const named = { ...id, workspace_id: 'ws_1' } as const;
const identity = { hostname: 'go.brand.example', token: 't1' } as const;
const add: DomainCommand = { type: 'AddDomain', data: { ...named, ...identity } };
const added: DomainEvent = { type: 'DomainAdded', data: { ...id, ...identity } };
const updated: DomainEvent = {
  type: 'DomainUpdated',
  data: { ...id, changes: { root_url: { from: null, to: 'https://a.example/' } } },
};
const verified: DomainEvent = { type: 'DomainVerified', data: id };
const primary: DomainEvent = { type: 'DomainMadePrimary', data: id };
const primaryEnded: DomainEvent = { type: 'DomainPrimaryEnded', data: id };
const primaryGivenUp: DomainEvent = { type: 'DomainPrimaryEnded', data: { ...id, edit: true } };
const removed: DomainEvent = { type: 'DomainRemoved', data: id };

describe('adding a domain', () => {
  it('records its hostname, its token and what was sent', () =>
    given(domainDecider, [])
      .when({ type: 'AddDomain', data: { ...named, ...identity, root_url: 'https://a.example/' } })
      .then([{ type: 'DomainAdded', data: { ...id, ...identity, root_url: 'https://a.example/' } }]));

  it('rejects a repeat: the workspace has the domain already', () =>
    given(domainDecider, [added]).when(add).thenRejected('conflict', 'conflict'));

  it('adds a removed one again, as a pending one with another token', () => {
    const again = { ...identity, token: 'another' };
    given(domainDecider, [added, verified, removed])
      .when({ type: 'AddDomain', data: { ...named, ...again } })
      .then([{ type: 'DomainAdded', data: { ...id, ...again } }]);
    expect(folded(added, verified, removed, { type: 'DomainAdded', data: { ...id, ...again } })).toMatchObject({
      status: 'pending',
      token: 'another',
      deleted_at: null,
      verified_at: null,
    });
  });
});

describe('changing a domain', () => {
  it('records only the fields that differ', () =>
    given(domainDecider, [added])
      .when(update({ root_url: 'https://a.example/', expired_url: null }))
      .then([updated]));

  it('changes nothing when it is repeated', () => {
    given(domainDecider, [added, updated])
      .when(update({ root_url: 'https://a.example/' }))
      .thenNothing();
    given(domainDecider, [added, verified, primary]).when(update({}, true)).thenNothing();
    given(domainDecider, [added, verified]).when(update({}, false)).thenNothing();
  });

  it('does not take the other order of keys of a JSON document for a change', () =>
    given(domainDecider, [{ ...added, data: { ...added.data, assetlinks: { a: 1, b: { c: 2, d: 3 } } } }])
      .when(update({ assetlinks: { b: { d: 3, c: 2 }, a: 1 } }))
      .thenNothing());

  it('makes a verified domain primary, and ends that', () => {
    given(domainDecider, [added, verified]).when(update({}, true)).then([primary]);
    given(domainDecider, [added, verified, primary]).when(update({}, false)).then([primaryGivenUp]);
  });

  it.each([
    ['pending', []],
    ['failed', [verified, failedBy('record_missing')]],
  ] as [string, DomainEvent[]][])('does not make a %s domain primary', (_, history) =>
    given(domainDecider, [added, ...history])
      .when(update({ root_url: 'https://a.example/' }, true))
      .thenRejected('conflict', 'invalid_state'),
  );

  it('is rejected in another workspace as it is for an unknown or removed domain', () => {
    for (const history of [[], [added, removed]])
      given(domainDecider, history).when(update({})).thenRejected('not-found', 'not_found');
    given(domainDecider, [added], someMetadata({ workspace_id: 'ws_2' }))
      .when(update({}))
      .thenRejected('not-found', 'not_found');
  });
});

describe('verifying a domain', () => {
  it('is recorded of a pending and of a failed one', () => {
    given(domainDecider, [added]).when(verify).then([verified]);
    given(domainDecider, [added, verified, failedBy('transferred')])
      .when(verify)
      .then([verified]);
  });
  it('changes nothing when it is repeated', () => given(domainDecider, [added, verified]).when(verify).thenNothing());
  it('is rejected for a removed domain', () =>
    given(domainDecider, [added, removed]).when(verify).thenRejected('not-found', 'not_found'));
});

describe('a verified domain', () => {
  it('fails, and is not primary any more', () => {
    given(domainDecider, [added, verified, primary])
      .when(fail('t1'))
      .then([failedBy('record_missing')]);
    expect(folded(added, verified, primary, failedBy('record_missing'))).toMatchObject({
      status: 'failed',
      primary_since: null,
    });
  });
  it('does not fail when another token was looked for', () =>
    given(domainDecider, [added, verified]).when(fail('t0')).thenNothing());
  it.each([[[]], [[added]], [[added, verified, failedBy('transferred')]], [[added, verified, removed]]] as [
    DomainEvent[],
  ][])('does not fail twice, nor as a pending or removed one', (history) =>
    given(domainDecider, history).when(fail('t1')).thenNothing(),
  );
  it('gives way to another primary domain, once', () => {
    const end: DomainCommand = { type: 'EndPrimary', data: named };
    given(domainDecider, [added, verified, primary]).when(end).then([primaryEnded]);
    given(domainDecider, [added, verified]).when(end).thenNothing();
    given(domainDecider, []).when(end).thenNothing();
  });
});

describe('removing a domain', () => {
  it('is recorded', () =>
    given(domainDecider, [added, verified]).when({ type: 'RemoveDomain', data: named }).then([removed]));
  it('rejects a second removal: a removed domain is not found', () =>
    given(domainDecider, [added, removed])
      .when({ type: 'RemoveDomain', data: named })
      .thenRejected('not-found', 'not_found'));
});

describe('purging a domain', () => {
  const purge: DomainCommand = { type: 'PurgeDomain', data: named };
  const purged: DomainEvent = { type: 'DomainPurged', data: id };

  it('is recorded once, of a removed one, too', () => {
    for (const history of [[added], [added, removed]]) {
      given(domainDecider, history).when(purge).then([purged]);
      given(domainDecider, [...history, purged])
        .when(purge)
        .thenNothing();
    }
  });

  it('is recorded again of one that was added again', () =>
    given(domainDecider, [added, purged, added]).when(purge).then([purged]));

  it('records nothing of an unknown domain, or of another workspace', () => {
    given(domainDecider, []).when(purge).thenNothing();
    given(domainDecider, [added], someMetadata({ workspace_id: 'ws_2' }))
      .when(purge)
      .thenNothing();
  });
});

describe('the version of a domain', () => {
  it('is that of its last edit: checks and other domains do not change it', () => {
    expect(versions(added, verified, primary, primaryEnded, updated, failedBy('record_missing'))).toEqual([
      '0',
      '0',
      '2',
      '2',
      '4',
      '4',
    ]);
  });

  it('changes where its own PATCH ends that it is primary', () =>
    expect(versions(added, verified, primary, primaryGivenUp)).toEqual(['0', '0', '2', '3']));

  const versions = (...history: readonly DomainEvent[]) => {
    const rows = history.reduce<DomainRow[]>(
      (sofar, event, at) => [
        ...sofar,
        domainList.evolve(sofar.at(-1) ?? null, someRecorded(event, at), 'dom_1') as DomainRow,
      ],
      [],
    );
    return rows.map(({ revision }) => revision);
  };
});

const verify: DomainCommand = { type: 'VerifyDomain', data: named };
const fail = (token: string): DomainCommand => ({
  type: 'FailDomain',
  data: { ...named, reason: 'record_missing', token },
});
const update = (fields: object, is_primary?: boolean): DomainCommand => ({
  type: 'UpdateDomain',
  data: { ...named, fields, ...(is_primary !== undefined && { is_primary }) },
});
function failedBy(reason: 'record_missing' | 'transferred'): DomainEvent {
  return { type: 'DomainFailed', data: { domain_id: 'dom_1', reason } };
}
const folded = (...events: DomainEvent[]) =>
  fold(
    domainDecider,
    null,
    events.map((event) => ({ event, metadata: someMetadata() })),
  );
