import { type EventStore, fold } from '@kernel';
import { type Link, type LinkEvent, type UpdateLink, linkDecider, linkStream } from '@contexts/links';
import type { Caller } from '../caller';
import type { Sent } from '../commands';
import type { UpdateLinkBody } from './link-body.schemas';

/** An item of a repeated call. */
export interface ItemCaller extends Caller {
  /** Command ids of the items after it that are about the same link. */
  readonly followers?: readonly string[];
}

/**
 * The earlier outcome of a repeated item that changed nothing. Such an item has no event in its link's stream, so the
 * events of the items after it show that it was handled. It must not be handled again, or it would undo their changes.
 * @returns undefined if the item was not handled yet, or has an event of its own, by which the decider recognises it
 * @throws Rejection as the first time
 */
export const outcomeAtTurn = async (
  store: Pick<EventStore, 'read'>,
  linkId: string,
  body: UpdateLinkBody,
  { followers = [], commandId, subject }: ItemCaller,
): Promise<Sent<Link> | undefined> => {
  // A new password always makes an event.
  if (followers.length === 0 || body.password !== undefined) return undefined;
  const events = await store.read(linkStream(linkId));
  const turn = events.findIndex(({ metadata }) => followers.includes(metadata.command_id));
  if (turn < 0 || events.some(({ metadata }) => metadata.command_id === commandId)) return undefined;
  const before = events.slice(0, turn).map(({ event, metadata }) => ({ event: event as LinkEvent, metadata }));
  const state = fold(linkDecider, linkDecider.initialState, before);
  const { password: _, ...fields } = body;
  const data: UpdateLink['data'] = { link_id: linkId, workspace_id: subject.workspaceId, fields };
  // Where it would make an event, another rule refused it the first time, and refuses it again.
  if (linkDecider.decide({ type: 'UpdateLink', data }, state).length > 0 || !state) return undefined;
  const position = events.at(-1)?.position ?? -1n;
  return { state, revision: BigInt(turn - 1), position, events: [], repeated: true, pending: [] };
};
