import { randomBytes } from 'node:crypto';
import { type Address, type Answer, api, type Client, register, type Registered, send } from '../../support/waymark';
import { productUnderTest } from './product';
import type { Workspace } from './workspace';

export type Role = 'owner' | 'member' | 'viewer';

export interface Member {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: Role;
  readonly created_at: string;
  readonly one_time_password?: string;
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

export const addMember = async (workspace: Workspace, role: Role, email = someone()): Promise<Member> => {
  const { status, body, text } = await workspace.user.post<Member>('/v1/workspace/members', { email, role });
  if (status !== 201) throw new Error(`adding a member answered ${status}: ${text}`);
  return body;
};

/** Adds a registered user, and switches them to this workspace. */
export const join = async (workspace: Workspace, role: Role): Promise<Joined> => {
  const { product } = workspace;
  const user = await register(product);
  const { id, email } = await addMember(workspace, role, user.email);
  const { body, status, text } = await api(product, user.access_token).post<Registered>('/v1/auth/switch', {
    workspace_id: workspace.id,
  });
  if (status !== 200) throw new Error(`switching answered ${status}: ${text}`);
  return {
    ...api(product, body.access_token),
    id,
    email,
    access_token: body.access_token,
    refresh_token: body.refresh_token,
  };
};
