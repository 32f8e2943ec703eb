import type { Role } from '../../api/queries';

export const ROLES = [
  ['owner', 'Owner'],
  ['member', 'Member'],
  ['viewer', 'Viewer'],
] as const satisfies readonly (readonly [Role, string])[];

/** What each may do. */
export const ROLE_HINTS: Readonly<Record<Role, string>> = {
  owner: 'Changes everything, the workspace and its members as well.',
  member: 'Creates, changes and deletes links, keys, campaigns, domains and webhooks.',
  viewer: 'Looks at everything and changes nothing.',
};

export const roleName = (role: Role): string => ROLES.find(([name]) => name === role)?.[1] ?? role;
