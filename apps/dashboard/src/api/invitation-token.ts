import { createStore } from './store';

/** The token of the invitation, or of the sign-up, by whose link this page was opened. It is in memory alone. */
export const invitationToken = createStore<string | null>(null);

/** The token in a link or what remains of one, else the text itself. */
export const tokenIn = (text: string): string => {
  const found = /[#?&]token=([^&#\s]+)/.exec(text)?.[1];
  return found === undefined ? text.trim() : decoded(found);
};

/** A mail program may have cut the link: what cannot be decoded stays as it is. */
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Takes it out of the address, before anybody reads it there or keeps it among the places that were visited. */
export const takeToken = (): void => {
  const { pathname, hash, search } = location;
  if (!pathname.endsWith('/accept') || !/[#?&]token=/.test(hash + search)) return;
  const token = tokenIn(hash.includes('token=') ? hash : search);
  invitationToken.set(() => token);
  history.replaceState(history.state, '', pathname);
};

takeToken();
