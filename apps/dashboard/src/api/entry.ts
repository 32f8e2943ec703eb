import { underKey } from './idempotency';
import type { components } from './openapi';
import { problemOf, unreachable } from './problem';
import { record } from './recorder';
import { TRANSPORT } from './refresh-token';
import { accept, accessToken } from './session';

type Schemas = components['schemas'];
export type AuthOptions = Schemas['AuthOptions'];
export type Signup = Schemas['Signup'];

const send = async (request: Request): Promise<Response> => {
  const done = await record(request);
  const response = await fetch(request.clone()).catch((error: unknown) => {
    done(null);
    throw unreachable(error);
  });
  done(response);
  return response;
};

/** What somebody asks who has no session yet. @throws Problem for any answer that is no success */
const successOf = async (sent: Promise<Response>): Promise<Response> => {
  const response = await sent;
  if (!response.ok) throw await problemOf(response);
  return response;
};

const postOf = (path: string, body: object, headers: Readonly<Record<string, string>> = {}): Request =>
  new Request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

/** Whether accounts can be had without an invitation. */
export const authOptions = async (signal: AbortSignal): Promise<AuthOptions> =>
  (await (await successOf(send(new Request('/v1/auth/options', { signal })))).json()) as AuthOptions;

/** Signs in with a new account, or gives what was promised where the address is to be confirmed by mail first. */
export const signUp = async (body: Schemas['Register']): Promise<Signup | null> => {
  const response = await successOf(send(postOf('/v1/auth/register', { ...body, ...TRANSPORT })));
  if (response.status === 202) return (await response.json()) as Signup;
  accept((await response.json()) as Schemas['Tokens']);
  return null;
};

/** @param asUser as the person who is signed in, rather than by a password */
export const acceptInvitation = async (body: Schemas['Accept'], asUser: boolean): Promise<void> => {
  const headers: Readonly<Record<string, string>> = asUser ? { authorization: `Bearer ${await accessToken()}` } : {};
  const request = postOf('/v1/auth/accept', { ...body, ...TRANSPORT }, headers);
  const response = await successOf(underKey(request, send));
  accept((await response.json()) as Schemas['Tokens']);
};
