import type { Aggregate, Command, Decider, Event } from '@kernel';

export const EXTERNAL_ID_CATEGORY = 'external';

/**
 * The stream of an external id: an id that a link has in another system, unique in its workspace.
 * @param digest as for {@link linkIdOf}
 */
export const externalIdStream = (workspaceId: string, externalId: string, digest: (text: string) => string): string =>
  `${EXTERNAL_ID_CATEGORY}-${digest(`${workspaceId}/${externalId}`)}`;

/** The link may take the external id. `claimant` is the id of the command that will give it to the link. */
export type ExternalIdClaimed = Event<'ExternalIdClaimed', { external_id: string; link_id: string; claimant: string }>;
/** The claimant's command was rejected. */
export type ExternalIdReleased = Event<'ExternalIdReleased', { link_id: string; claimant: string }>;
export type ExternalIdEvent = ExternalIdClaimed | ExternalIdReleased;

/** Which link may take an external id. The link itself says whether it has done so, and whether it still has it. */
export interface ExternalIdClaim {
  readonly link_id: string | null;
  /** Commands that claimed it for this link and were not rejected. */
  readonly claimants: readonly string[];
  /** RFC 3339: when the last of them did. */
  readonly claimed_at: string;
  /** Number of claims so far, which names this state. */
  readonly claims: number;
  /** Number of claims before the first of those for this link that no other link's has ended. */
  readonly since: number;
}

interface Named {
  readonly external_id: string;
  readonly workspace_id: string;
  readonly link_id: string;
  readonly claimant: string;
}

/**
 * Does nothing if another link has the claim: the outcome's state names it.
 * @param over replaces another link's claim if it is still the one with this number: it was found to have ended
 */
export type ClaimExternalId = Command<'ClaimExternalId', Named & { readonly over?: number }>;
export type ReleaseExternalId = Command<'ReleaseExternalId', Named>;
export type ExternalIdCommand = ClaimExternalId | ReleaseExternalId;

export const externalIdDecider: Decider<ExternalIdClaim, ExternalIdCommand, ExternalIdEvent> = {
  initialState: { link_id: null, claimants: [], claimed_at: '', claims: 0, since: 0 },
  evolve: (claim, event, { at }) => {
    const { link_id, claimant } = event.data;
    const others = claim.link_id === link_id ? claim.claimants.filter((other) => other !== claimant) : [];
    switch (event.type) {
      case 'ExternalIdClaimed':
        return {
          link_id,
          claimants: [...others, claimant],
          claimed_at: at,
          claims: claim.claims + 1,
          since: claim.link_id === link_id ? claim.since : claim.claims,
        };
      case 'ExternalIdReleased':
        if (claim.link_id !== link_id) return claim;
        return { ...claim, claimants: others, link_id: others.length > 0 ? link_id : null };
      default:
        return claim;
    }
  },
  decide: ({ type, data: { external_id, link_id, claimant, ...data } }, claim) => {
    const isClaimed = claim.link_id === link_id && claim.claimants.includes(claimant);
    if (type === 'ReleaseExternalId')
      return isClaimed ? [{ type: 'ExternalIdReleased', data: { link_id, claimant } }] : [];
    const free = claim.link_id === null || claim.link_id === link_id || ('over' in data && data.over === claim.claims);
    return free && !isClaimed ? [{ type: 'ExternalIdClaimed', data: { external_id, link_id, claimant } }] : [];
  },
};

export const externalIdAggregate: Aggregate<ExternalIdEvent> = {
  category: EXTERNAL_ID_CATEGORY,
  service: 'links',
  decider: externalIdDecider,
  readModels: [],
};
