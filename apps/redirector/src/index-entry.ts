import { assembleDestination, encodeLink } from '@contexts/clicks';
import { isPlain, judge } from '@contexts/links';
import { memberKey } from './redirect-campaigns';
import { clickedLink, type RedirectTarget, targetKey } from './redirect-target';

/** The longest key that lmdb takes. */
const MOST_KEY_BYTES = 1_978;

/** A link as the index keeps it. */
export interface IndexEntry {
  readonly target: RedirectTarget;
  /** See {@link answerOf}, without what the link inherits. */
  readonly ready: string | undefined;
}

/** The answer of a link whose answer never varies, with the link's part of the click record. */
export interface ReadyAnswer {
  readonly type: number;
  readonly location: string;
  readonly record: string;
}

/** @throws when it cannot be stored, or no answer can be made of it */
export const indexEntryOf = (target: RedirectTarget): IndexEntry => {
  for (const key of [keyOf(target), target.id, memberKey(target.campaign_id ?? '', target.id)])
    if (Buffer.byteLength(key) > MOST_KEY_BYTES) throw new Error(`a key of ${Buffer.byteLength(key)} bytes`);
  return { target, ready: answerOf(target) };
};

/** Its key in the index. */
export const keyOf = ({ domain_id, alias }: RedirectTarget): string => targetKey(domain_id, alias.toLowerCase());

/**
 * The {@link ReadyAnswer} to visits without a query, as text; undefined for a link that must be judged at each visit.
 */
export const answerOf = (target: RedirectTarget): string | undefined => {
  if (!isPlain(target)) return undefined;
  const verdict = judge(target, '');
  if (verdict.kind !== 'redirect') return undefined;
  const assembled = assembleDestination(target, '');
  return `${verdict.type}${assembled.destination}\n${encodeLink(clickedLink(target, assembled))}`;
};

/** Reads what {@link answerOf} wrote. */
export const readAnswer = (text: string): ReadyAnswer => {
  const end = text.indexOf('\n');
  return { type: Number(text.slice(0, 3)), location: text.slice(3, end), record: text.slice(end + 1) };
};

/** The second text of a link's part of a click record, see `encodeLink`. */
export const workspaceIn = ({ record }: ReadyAnswer): string => {
  const from = record.indexOf('"', record.indexOf(',')) + 1;
  return record.slice(from, record.indexOf('"', from));
};
