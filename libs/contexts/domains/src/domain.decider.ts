import {
  type Command,
  type Decider,
  Rejection,
  type Written,
  changesOf,
  decideBy,
  demandLive,
  markingPurge,
  purgeOnce,
} from '@kernel';
import { type Domain, type DomainEvent, type DomainFields, type FailureReason, evolve, isBookkeeping } from './domain';

interface Named {
  readonly domain_id: string;
  readonly workspace_id: string;
}

/** Adds a domain, or one that was removed. @param token for its TXT record; one added again gets another */
export type AddDomain = Command<
  'AddDomain',
  Named & { readonly hostname: string; readonly token: string } & Partial<DomainFields>
>;

/** An absent field stays as it is. Only a verified domain can be primary. */
export type UpdateDomain = Command<
  'UpdateDomain',
  Named & { readonly fields: Partial<DomainFields>; readonly is_primary?: boolean }
>;
/** Sent to the former primary domain once another one was made primary. */
export type EndPrimary = Command<'EndPrimary', Named>;
/** Only sent after its TXT record was found and its hostname claimed. */
export type VerifyDomain = Command<'VerifyDomain', Named>;
/** @param token that was looked for; a domain that was added again has another one, and does not fail */
export type FailDomain = Command<'FailDomain', Named & { readonly reason: FailureReason; readonly token: string }>;
export type RemoveDomain = Command<'RemoveDomain', Named>;
/** Only sent once its workspace is purged. */
export type PurgeDomain = Command<'PurgeDomain', Named>;

export type DomainCommand =
  AddDomain | UpdateDomain | EndPrimary | VerifyDomain | FailDomain | RemoveDomain | PurgeDomain;

const add = ({ workspace_id: _, ...data }: AddDomain['data'], domain: Domain | null): readonly DomainEvent[] => {
  if (domain && !domain.deleted_at)
    throw new Rejection('conflict', 'conflict', 'The workspace has this domain already.');
  return [{ type: 'DomainAdded', data }];
};

const update = (
  { domain_id, workspace_id, fields, is_primary }: UpdateDomain['data'],
  domain: Domain | null,
): readonly DomainEvent[] => {
  const before = demandLive(domain, workspace_id);
  if (is_primary && before.status !== 'verified')
    throw new Rejection(
      'conflict',
      'invalid_state',
      `Only a verified domain can be primary. This one is ${before.status}.`,
    );
  const changes = changesOf<DomainFields>(before, fields);
  const isPrimary = before.primary_since !== null;
  const ended: DomainEvent = { type: 'DomainPrimaryEnded', data: { domain_id, edit: true } };
  return [
    ...(Object.keys(changes).length > 0 ? [{ type: 'DomainUpdated', data: { domain_id, changes } } as const] : []),
    ...(is_primary === true && !isPrimary ? [{ type: 'DomainMadePrimary', data: { domain_id } } as const] : []),
    ...(is_primary === false && isPrimary ? [ended] : []),
  ];
};

const endPrimary = ({ domain_id }: Named, domain: Domain | null): readonly DomainEvent[] =>
  domain && domain.primary_since !== null ? [{ type: 'DomainPrimaryEnded', data: { domain_id } }] : [];

const verify = ({ domain_id, workspace_id }: Named, domain: Domain | null): readonly DomainEvent[] =>
  demandLive(domain, workspace_id).status === 'verified' ? [] : [{ type: 'DomainVerified', data: { domain_id } }];

const fail = ({ domain_id, reason, token }: FailDomain['data'], domain: Domain | null): readonly DomainEvent[] =>
  domain && !domain.deleted_at && domain.status === 'verified' && domain.token === token
    ? [{ type: 'DomainFailed', data: { domain_id, reason } }]
    : [];

const remove = ({ domain_id, workspace_id }: Named, domain: Domain | null): readonly DomainEvent[] => {
  demandLive(domain, workspace_id);
  return [{ type: 'DomainRemoved', data: { domain_id } }];
};

export const domainDecider: Decider<Written<Domain> | null, DomainCommand, DomainEvent> = {
  initialState: null,
  evolve: markingPurge(evolve, 'DomainPurged'),
  concerns: (_, event) => !isBookkeeping(event),
  decide: decideBy({
    AddDomain: add,
    UpdateDomain: update,
    EndPrimary: endPrimary,
    VerifyDomain: verify,
    FailDomain: fail,
    RemoveDomain: remove,
    PurgeDomain: purgeOnce(({ domain_id }) => ({ type: 'DomainPurged', data: { domain_id } })),
  }),
};
