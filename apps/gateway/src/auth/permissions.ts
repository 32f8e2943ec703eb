/**
 * Roles and scopes are one permission model: a viewer may do what a Read key may, a member what a Read + Write key may.
 */
export type Role = 'owner' | 'member' | 'viewer';
