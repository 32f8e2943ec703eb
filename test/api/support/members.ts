import { randomBytes } from 'node:crypto';
import {
  type Address,
  type Answer,
  api,
  type Client,
  PASSWORD,
  register,
  type Registered,
  send,
} from '../../support/waymark';
import { untilJudged } from '../../support/judged';
import { productUnderTest } from './product';
import type { Workspace } from './workspace';

export type Role = 'owner' | 'member' | 'viewer';

export interface Member {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: Role;
  readonly created_at: string;
}

/** A user in a workspace other than the one they registered with. */
export interface Joined extends Client {
  readonly id: string;
  readonly email: string;
  readonly access_token: string;
  readonly refresh_token: string;
}

export const someone = (): string => `${randomBytes(8).toString('hex')}@example.com`;

/** Failures are counted by e-mail and by network, so each log-in comes from a network of its own. */
export const login = (
  email: string,
  password: string,
  product: Address = productUnderTest(),
): Promise<Answer<Registered>> =>
  send(product, 'POST', '/v1/auth/login', {
    body: { email, password },
    headers: { 'x-forwarded-for': [10, ...randomBytes(3)].join('.') },
  });

export interface Invitation {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly invited_by: string;
  readonly created_at: string;
  readonly expires_at: string;
  readonly token?: string;
}

/** An invitation that must succeed, with its token. */
export const invite = async (
  workspace: Pick<Workspace, 'user'>,
  role: Role,
  email = someone(),
): Promise<Invitation & { readonly token: string }> => {
  const { status, body, text } = await untilJudged(() =>
    workspace.user.post<Invitation>('/v1/workspace/invitations', { email, role }),
  );
  if (status !== 201 || body.token === undefined) throw new Error(`inviting answered ${status}: ${text}`);
  return { ...body, token: body.token };
};

/** From a network of its own, as `login`. @param credential an access token of the invited account */
export const accept = (
  body: object,
  product: Address = productUnderTest(),
  credential?: string,
): Promise<Answer<Registered>> =>
  api(product, credential).post('/v1/auth/accept', body, { 'x-forwarded-for': [10, ...randomBytes(3)].join('.') });

/** Invites an address, and accepts by PASSWORD: a new account has it then, one of `register` has it already. */
export const addMember = async (workspace: Workspace, role: Role, email = someone()): Promise<Member> => {
  const { token } = await invite(workspace, role, email);
  const { status, body, text } = await accept({ token, password: PASSWORD }, workspace.product);
  if (status !== 200) throw new Error(`accepting answered ${status}: ${text}`);
  return (await workspace.user.get<Member>(`/v1/workspace/members/${body.user.id}`)).body;
};

/** Invites somebody who has registered already, and takes them there. */
export const join = async (workspace: Workspace, role: Role): Promise<Joined> => {
  const { product } = workspace;
  const { access_token: home, user, email } = await register(product);
  const { token } = await invite(workspace, role, email);
  const { body, status, text } = await accept({ token }, product, home);
  if (status !== 200) throw new Error(`accepting answered ${status}: ${text}`);
  const { access_token, refresh_token } = body;
  return { ...api(product, access_token), id: user.id, email, access_token, refresh_token };
};
