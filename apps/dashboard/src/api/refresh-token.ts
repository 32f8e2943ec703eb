import type { components } from './openapi';

type Tokens = components['schemas']['Tokens'];

/**
 * Where the refresh token is kept: in this page's memory. Everything that knows of it is in this file.
 */
let kept: string | null = null;

/** Fields that a log-in adds to say how it wants the token. */
export const TRANSPORT = {};

export const keep = (tokens: Pick<Tokens, 'refresh_token'>): void => {
  kept = tokens.refresh_token;
};

export const forget = (): void => {
  kept = null;
};

/** The body of a refresh or a log-out; null where there is certainly no session. */
export const refreshBody = (): { readonly refresh_token: string } | null =>
  kept === null ? null : { refresh_token: kept };
