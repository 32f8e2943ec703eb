import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { type EventStore, type Recorded, Rejection, fold, isLostRace, lostRace } from '@kernel';
import {
  type ClaimExternalId,
  type ExternalIdClaim,
  type ExternalIdEvent,
  type Link,
  type LinkEvent,
  type ReleaseExternalId,
  externalIdDecider,
  externalIdStream,
  linkDecider,
  linkStream,
} from '@contexts/links';
import { poll } from '@platform/async';
import { type Caller, metadataOf } from '../caller';
import { type CommandSender, Commands } from '../commands';
import { digest } from '../ids';
import { EVENT_STORE } from '../tokens';
import { LinkQueries } from './link.queries';

/** How long a request waits for the claim of another one. */
const PATIENCE = { everyMs: 50, withinMs: 5_000 };
/** Longer than any request runs. After that, the command of an open claim has failed. */
const ABANDONED_MS = 120_000;

/** Repeats a command while it loses its races or returns undefined, as long as a caller may wait. */
export const retryLostRaces = async <T extends object>(act: () => Promise<T | undefined>): Promise<T> => {
  const once = () =>
    act().catch((error: unknown) => {
      if (isLostRace(error)) return undefined;
      throw error;
    });
  const done = await poll(once, PATIENCE);
  if (done) return done;
  throw lostRace('Other requests are using this external id; try again.');
};

/** Which link an external id is given to. */
interface Assignment {
  readonly externalId: string;
  readonly linkId: string;
  readonly caller: Caller;
}

/** Keeps an external id with one link of its workspace, by a stream for each external id. */
@Injectable()
export class ExternalIds {
  constructor(
    @Inject(Commands) private readonly commands: CommandSender,
    private readonly queries: LinkQueries,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  /**
   * Runs a command that gives a link an external id, or none.
   * @throws Rejection `conflict` with `existing_link_id` when another link has it, a deleted one included
   */
  async withExternalId<T>(
    externalId: string | null | undefined,
    linkId: string,
    caller: Caller,
    act: () => Promise<T>,
  ) {
    if (!externalId) return act();
    const assignment = { externalId, linkId, caller };
    const claimed = await this.claim(assignment);
    try {
      return await act();
    } catch (error) {
      // Another error may hide a success: its claim stays.
      if (claimed && error instanceof Rejection) await retryLostRaces(() => this.send(assignment, 'ReleaseExternalId'));
      throw error;
    }
  }

  /** The link of the workspace that has the external id now, a deleted one included. */
  async linkWith(linkId: string, externalId: string, workspaceId: string): Promise<Link | null> {
    const { link } = await this.past(linkId);
    return link?.workspace_id === workspaceId && link.external_id === externalId ? link : null;
  }

  /**
   * Which of the aliases that are derived from an external id its next link tries first. All who make that link get the
   * same one, also a repeat of a command that has claimed it. Those of links that had the id before are behind it.
   */
  async firstAlias(externalId: string, { commandId, subject: { workspaceId } }: Caller): Promise<number> {
    const events = await this.store.read(externalIdStream(workspaceId, externalId, digest));
    const history = events as readonly Recorded<ExternalIdEvent>[];
    const own = history.findLastIndex(({ event }) => event.data.claimant === commandId);
    const isOpen = history[own]?.event.type === 'ExternalIdClaimed';
    const claim = foldClaim(isOpen ? history.slice(0, own + 1) : history);
    if (isOpen) return claim.since;
    if (!claim.link_id) return claim.claims;
    const { link } = await this.past(claim.link_id);
    return link && link.external_id !== externalId ? claim.claims : claim.since;
  }

  /** @returns whether there was something to claim: a link that has it already needs no claim */
  private async claim(assignment: Assignment): Promise<boolean> {
    const existing = await this.queries.byExternalId(assignment.caller.subject.workspaceId, assignment.externalId);
    if (existing) {
      if (existing.id === assignment.linkId) return false;
      throw taken(existing.id);
    }
    await retryLostRaces(() => this.attempt(assignment));
    return true;
  }

  /** @returns undefined while another request's claim is open */
  private async attempt(assignment: Assignment): Promise<ExternalIdClaim | undefined> {
    const claim = await this.send(assignment, 'ClaimExternalId');
    if (claim.link_id === assignment.linkId) return claim;
    const { externalId, caller } = assignment;
    const { link, commands } = await this.past(claim.link_id ?? '');
    if (link?.workspace_id === caller.subject.workspaceId && link.external_id === externalId) throw taken(link.id);
    const isOver =
      claim.claimants.every((claimant) => commands.has(claimant)) ||
      Date.parse(caller.now) - Date.parse(claim.claimed_at) > ABANDONED_MS;
    if (!isOver) return undefined;
    const next = await this.send(assignment, 'ClaimExternalId', claim.claims);
    return next.link_id === assignment.linkId ? next : undefined;
  }

  /**
   * Under an id of its own: the decider knows by its state what a claimant has done. A repeat under an id that is known
   * gets the state right after the first claim, though that may have been released or replaced since.
   */
  private async send(
    { externalId, linkId, caller }: Assignment,
    type: (ClaimExternalId | ReleaseExternalId)['type'],
    over?: number,
  ): Promise<ExternalIdClaim> {
    const { workspaceId } = caller.subject;
    const data = { external_id: externalId, workspace_id: workspaceId, link_id: linkId, claimant: caller.commandId };
    const { state } = await this.commands.send<ExternalIdClaim>({
      stream: externalIdStream(workspaceId, externalId, digest),
      command: { type, data: over === undefined ? data : { ...data, over } },
      metadata: metadataOf(caller, randomUUID()),
    });
    return state;
  }

  /** A link by its stream, and the commands that made its events. */
  private async past(linkId: string) {
    const events = await this.store.read(linkStream(linkId));
    const history = events as readonly Recorded<LinkEvent>[];
    const link: Link | null = fold(linkDecider, linkDecider.initialState, history);
    return { link, commands: new Set(events.map(({ metadata }) => metadata.command_id)) };
  }
}

const foldClaim = (history: readonly Recorded<ExternalIdEvent>[]): ExternalIdClaim =>
  fold(externalIdDecider, externalIdDecider.initialState, history);

const taken = (linkId: string) =>
  new Rejection('conflict', 'conflict', 'Another link has this external id.', { existing_link_id: linkId });
