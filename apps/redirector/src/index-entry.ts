import { assembleDestination, encodeLink } from '@contexts/clicks';
import { isPlain, judge } from '@contexts/links';
import { memberKey } from './redirect-campaigns';
import { clickedLink, type RedirectTarget, targetKey } from './redirect-target';

/** The longest key that lmdb takes. */
const MOST_KEY_BYTES = 1_978;

/** A link as the index keeps it. */
export interface IndexEntry {
  readonly target: RedirectTarget;
  /** The answer that `readyAnswer` returns, as text and without what the link inherits; undefined for a link that must be judged at each visit. */
  readonly ready: string | undefined;
}

/** @throws when it cannot be stored, or no answer can be made of it */
export const entryOf = (target: RedirectTarget): IndexEntry => {
  for (const key of [keyOf(target), target.id, memberKey(target.campaign_id ?? '', target.id)])
    if (Buffer.byteLength(key) > MOST_KEY_BYTES) throw new Error(`a key of ${Buffer.byteLength(key)} bytes`);
  return { target, ready: answerOf(target) };
};

/** Its key in the index. */
export const keyOf = ({ domain_id, alias }: RedirectTarget): string => targetKey(domain_id, alias.toLowerCase());

/** What every visit without a query gets, as text; undefined for a link that must be judged at each visit. */
export const answerOf = (target: RedirectTarget): string | undefined => {
  if (!isPlain(target)) return undefined;
  const verdict = judge(target, '');
  if (verdict.kind !== 'redirect') return undefined;
  const assembled = assembleDestination(target, '');
  return `${verdict.type}${assembled.destination}\n${encodeLink(clickedLink(target, assembled))}`;
};
