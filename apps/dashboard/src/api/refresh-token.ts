/**
 * Where the refresh token is kept: in a cookie that no script can read. All that this page knows is whether there may be
 * one, so that a first visit asks for nothing. Everything that knows of it is in this file.
 */
const KEY = 'waymark.session';

/** What a log-in adds to say how it wants the token. */
export const TRANSPORT = { transport: 'cookie' } as const;

export const keep = (): void => localStorage.setItem(KEY, 'cookie');

export const forget = (): void => localStorage.removeItem(KEY);

/** The body of a refresh; null where there is certainly no session. */
export const refreshBody = (): object | null => (localStorage.getItem(KEY) === null ? null : {});
