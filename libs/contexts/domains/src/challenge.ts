/** The TXT record by which a workspace proves that a hostname is its own. */
export interface Challenge {
  readonly type: 'TXT';
  readonly name: string;
  readonly value: string;
}

const PREFIX = 'waymark-verification=';

/** Where the record of a hostname is looked for. */
export const challengeName = (hostname: string): string => `_waymark.${hostname}`;

export const challengeOf = ({ hostname, token }: { readonly hostname: string; readonly token: string }): Challenge => ({
  type: 'TXT',
  name: challengeName(hostname),
  value: PREFIX + token,
});

/**
 * Whether TXT records hold a token. Other records beside it do not matter.
 * @param records as DNS returns them: each may come in chunks
 */
export const provesToken = (records: readonly (readonly string[])[], token: string): boolean =>
  records.some((chunks) => chunks.join('') === PREFIX + token);
