import { randomUUID } from 'node:crypto';
import { api, follow, send } from '../../support/waymark';
import { addMember, join, login } from '../support/members';
import { expectProblem, locationsOf } from '../support/problems';
import { productUnderTest } from '../support/product';
import { type Workspace, newWorkspace } from '../support/workspace';

const nameOf = async (workspace: Workspace): Promise<string> =>
  (await workspace.user.get<{ name: string }>('/v1/workspace')).body.name;

/** Answers like a workspace that was deleted a moment ago. */
const deleteIt = async (workspace: Workspace, headers: Record<string, string> = {}) => {
  const name = await nameOf(workspace);
  return send(workspace.product, 'DELETE', '/v1/workspace', {
    token: workspace.owner.access_token,
    body: { name },
    headers,
  });
};
