import { type EventStore, fold } from '@kernel';
import { type Link, type LinkEvent, type UpdateLink, linkDecider, linkStream } from '@contexts/links';
import type { Caller } from '../caller';
import type { Sent } from '../commands';
import type { UpdateLinkBody } from './link.schemas';

/** An item of a repeated call. */
export interface ItemCaller extends Caller {
  /** Command ids of the items after it that are about the same link. */
  readonly followers?: readonly string[];
}

/**
 * What a change did at its turn, if only items after it left a trace in their link's stream: it changed nothing, and
 * must not change what those have made of the link since.
 * @returns undefined when it has not had its turn, or left a trace, by which it is recognised
 * @throws Rejection as it did at its turn
 */
export const outcomeAtTurn = async (
  store: Pick<EventStore, 'read'>,
  linkId: string,
  body: UpdateLinkBody,
  { followers = [], commandId, subject }: ItemCaller,
): Promise<Sent<Link> | undefined> => {
  // A new password always leaves a trace.
  if (followers.length === 0 || body.password !== undefined) return undefined;
  const events = await store.read(linkStream(linkId));
  const turn = events.findIndex(({ metadata }) => followers.includes(metadata.command_id));
  if (turn < 0 || events.some(({ metadata }) => metadata.command_id === commandId)) return undefined;
  const before = events.slice(0, turn).map(({ event, metadata }) => ({ event: event as LinkEvent, metadata }));
  const state = fold(linkDecider, linkDecider.initialState, before);
  const { password: _, ...fields } = body;
  const data: UpdateLink['data'] = { link_id: linkId, workspace_id: subject.workspaceId, fields };
  // What would have changed something was refused by another rule, and will be again.
  if (linkDecider.decide({ type: 'UpdateLink', data }, state).length > 0 || !state) return undefined;
  const position = events.at(-1)?.position ?? -1n;
  return { state, revision: BigInt(turn - 1), position, events: [], repeated: true, pending: [] };
};
