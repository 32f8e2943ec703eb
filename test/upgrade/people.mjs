// The people of a fixture's directory: invited, and most of them members. See history.mjs.
import { send } from './requests.mjs';

const addressOf = (name) => `${name}@example.com`;
const passwordOf = (name) => `The password of ${name}, 2026`;

/** The product has no mail server here, so it answers the token. */
const invite = (owner, name, role) => owner('POST', '/v1/workspace/invitations', { email: addressOf(name), role });

/** Members whose role changed, one who left, and an invitation that was withdrawn. @returns who can try to log in */
export const makePeople = async (port, owner) => {
  const join = async (name, role) => {
    const { token } = await invite(owner, name, role);
    const password = passwordOf(name);
    const { status, body, text } = await send(port, 'POST', '/v1/auth/accept', { body: { token, password, name } });
    if (status !== 200) throw new Error(`${name} was answered ${status}: ${text}`);
    return { id: body.user.id, email: addressOf(name), password };
  };
  const [grace, viewer, gone] = [
    await join('grace', 'member'),
    await join('viewer', 'viewer'),
    await join('gone', 'member'),
  ];
  await owner('PATCH', `/v1/workspace/members/${viewer.id}`, { role: 'member' });
  await owner('PATCH', `/v1/workspace/members/${viewer.id}`, { role: 'viewer' });
  await owner('DELETE', `/v1/workspace/members/${gone.id}`);
  const { id } = await invite(owner, 'nobody', 'viewer');
  await owner('DELETE', `/v1/workspace/invitations/${id}`);
  return [grace, viewer, gone].map(({ email, password }) => ({ email, password }));
};

/** Invitations that nobody has accepted yet: one is pending, and the token of the other one was replaced. */
export const makeInvitations = async (owner) => {
  const replaced = await invite(owner, 'late', 'viewer');
  const pending = await invite(owner, 'late', 'member');
  const { email, role, expires_at } = pending;
  const body = (token) => ({ token, password: passwordOf('late'), name: 'late' });
  return { email, role, expires_at, accept: body(pending.token), refused: body(replaced.token) };
};
