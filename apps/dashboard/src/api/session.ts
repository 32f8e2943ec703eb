import type { components } from './openapi';
import { isRefusal, problemOf, Problem, unreachable } from './problem';
import { forget, keep, refreshBody, TRANSPORT } from './refresh-token';
import { createStore } from './store';

type Tokens = components['schemas']['Tokens'];
export type Me = components['schemas']['Me'];

export interface Session {
  readonly user: Tokens['user'];
  readonly workspace: Tokens['workspace'];
}

/** Undefined until it is known whether there is one. */
export const session = createStore<Session | null | undefined>(undefined);

/** How long before its end a token is replaced, in milliseconds. */
const EARLY_MS = 15_000;
const AGAIN_MS = 200;
const ATTEMPTS = 4;

let access: { readonly token: string; readonly until: number } | null = null;
const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('waymark-session');

/** Goes on with the tokens of an answer: of a log-in, a sign-up, or an invitation that was accepted. */
export const accept = (tokens: Tokens): void => {
  keep();
  access = { token: tokens.access_token, until: Date.now() + tokens.expires_in * 1_000 };
  session.set((now) =>
    now?.user.id === tokens.user.id && now.workspace?.id === tokens.workspace?.id
      ? now
      : { user: tokens.user, workspace: tokens.workspace },
  );
};

const end = (): void => {
  forget();
  access = null;
  session.set(() => null);
};

/** The account is no more, and its session with it; other tabs hear of it. */
export const endEverywhere = (): void => {
  tabs?.postMessage(null);
  end();
};

/** What a change made of the open workspace; null once it is deleted. */
export const setWorkspace = (workspace: Session['workspace']): void =>
  session.set((now) => now && { user: now.user, workspace });

// Another tab has signed out, or shares the token that it just got.
tabs?.addEventListener('message', ({ data }: MessageEvent<Tokens | null>) => {
  if (data === null) end();
  else if (session.get()?.user.id === data.user.id && session.get()?.workspace?.id === data.workspace?.id) accept(data);
});

/** Milliseconds. A refresh that gets no answer must not keep the other tabs waiting, which cannot refresh meanwhile. */
const ANSWER_MS = 10_000;

const post = async (path: string, body: object | null, token?: string): Promise<Response> => {
  const headers = {
    ...(body && { 'content-type': 'application/json' }),
    ...(token && { authorization: `Bearer ${token}` }),
  };
  const signal = AbortSignal.timeout(ANSWER_MS);
  return fetch(path, { method: 'POST', headers, signal, ...(body && { body: JSON.stringify(body) }) }).catch(
    (error: unknown) => {
      throw unreachable(error);
    },
  );
};

const read = async (response: Response): Promise<Tokens> => {
  if (!response.ok) throw await problemOf(response);
  return (await response.json()) as Tokens;
};

/** @throws Problem, `invalid_credentials` among others */
export const signIn = async (email: string, password: string): Promise<void> => {
  accept(await read(await post('/v1/auth/login', { email, password, ...TRANSPORT })));
};

/** Whether this tab signs out, for which any workspace will do. */
let isLeaving = false;

/**
 * The cookie is that of all tabs, and another one may have gone on in another workspace, or as somebody else. This one
 * stays where it is as long as it may: once its workspace is deleted, or the person is no member, it begins anew.
 */
const share = async (tokens: Tokens): Promise<void> => {
  const now = session.get();
  if (now && now.user.id !== tokens.user.id) return location.assign('/app/');
  if (now?.workspace && now.workspace.id !== tokens.workspace?.id && !isLeaving) {
    const body = { workspace_id: now.workspace.id, ...TRANSPORT };
    const response = await post('/v1/auth/switch', body, tokens.access_token);
    if (response.ok) return accept((await response.json()) as Tokens);
    const problem = await problemOf(response);
    if (isRefusal(problem)) location.assign('/app/');
    throw problem;
  }
  accept(tokens);
  tabs?.postMessage(tokens);
};

const again = (attempt: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, attempt * AGAIN_MS));

/** A tab that waited for another's refresh finds its result; the others ask. */
const exchange = async (spent: string | null): Promise<void> => {
  if (access && access.token !== spent) return;
  for (let attempt = 1; ; attempt += 1) {
    const body = refreshBody();
    if (body === null) return end();
    const response = await post('/v1/auth/refresh', body);
    if (response.ok) return share((await response.json()) as Tokens);
    const problem = await problemOf(response);
    // Another tab was faster, and the jar has its cookie by now or soon.
    if (problem.code === 'token_rotated' && attempt < ATTEMPTS) {
      await again(attempt);
      continue;
    }
    if (problem.status === 401 || problem.status === 400) return end();
    throw problem;
  }
};

let exchanging: Promise<void> | null = null;

/** One at a time in this page, and in all tabs of the browser where it has locks. */
const refresh = (spent: string | null): Promise<void> => {
  exchanging ??= locked(() => exchange(spent)).finally(() => (exchanging = null));
  return exchanging;
};

const locked = async (work: () => Promise<void>): Promise<void> =>
  'locks' in navigator ? navigator.locks.request('waymark-refresh', work) : work();

const ended = (): Problem =>
  new Problem({ status: 401, code: 'token_expired', detail: 'The session has ended. Sign in again.' });

const token = async (): Promise<string> => {
  if (!access || access.until - EARLY_MS < Date.now()) await refresh(access?.token ?? null);
  if (!access) throw ended();
  return access.token;
};

/** @throws Problem when there is no session any more */
export const accessToken = async (): Promise<string> => {
  const found = await token();
  // It may be that of another workspace.
  if (isLeaving) throw ended();
  return found;
};

/** After a 401: gets another token, if the session allows. */
export const renew = async (refused: string): Promise<string> => {
  if (access?.token === refused) await refresh(refused);
  return accessToken();
};

/**
 * Finds the session of an earlier visit.
 * @throws Problem where the server does not answer: the session may still be there
 */
export const restore = async (): Promise<void> => {
  if (session.get() === undefined) await refresh(null);
};

/** Asks the server to end the session. @returns whether it has: a 401 says that it had ended before */
const hasEnded = (): Promise<boolean> =>
  token()
    .then((found) => post('/v1/auth/logout', null, found))
    .then(
      ({ ok, status }) => ok || status === 401,
      (error: unknown) => error instanceof Problem && error.status === 401,
    );

export const signOut = async (): Promise<void> => {
  isLeaving = true;
  for (let attempt = 1; attempt <= 2 && !(await hasEnded()); attempt += 1) await again(attempt);
  // Whatever came of it, this browser forgets the session.
  endEverywhere();
  isLeaving = false;
};

/** Goes on in another workspace of the same person. */
export const switchWorkspace = async (workspaceId: string): Promise<void> => {
  const body = { workspace_id: workspaceId, ...TRANSPORT };
  accept(await read(await post('/v1/auth/switch', body, await accessToken())));
};
