import { Rejection } from '@kernel';
import { invalid } from './errors';

/** A strong entity tag of a revision: `"7"`. */
export const etagOf = (revision: bigint): string => `"${revision}"`;

/** The revisions that If-Match accepts: any, or one of these. Weak and foreign tags match nothing and are left out. */
export type IfMatch = '*' | readonly bigint[];

const TAG = /^(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"$/;

/** @throws Rejection when the header is there but is not a list of tags. */
export const ifMatchOf = (header: string | undefined): IfMatch | undefined => {
  if (header === undefined) return undefined;
  if (header.trim() === '*') return '*';
  const tags = header.split(',').map((tag) => TAG.exec(tag.trim()));
  return tags.flatMap((tag) => {
    if (!tag) throw invalid('header.If-Match', 'must be * or a list of entity tags such as "7"');
    const [, weak, text = ''] = tag;
    return !weak && /^\d{1,19}$/.test(text) ? [BigInt(text)] : [];
  });
};

/** @throws Rejection('stale') unless If-Match accepts the present revision. */
export const requireMatch = (accepted: IfMatch | undefined, revision: bigint): void => {
  if (accepted === undefined || accepted === '*' || accepted.includes(revision)) return;
  throw new Rejection('stale', 'revision_mismatch', `The resource is at version ${revision}.`);
};

/**
 * Whether If-None-Match names this tag: a weak one matches as well (RFC 9110, 13.1.2). A malformed header matches
 * nothing.
 */
export const isUnchanged = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag));
