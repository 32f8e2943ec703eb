import type { Role } from '../auth/permissions';

export interface Invitation {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  /** Id of a user. */
  readonly invited_by: string;
  /** RFC 3339. */
  readonly created_at: string;
  readonly expires_at: string;
}

/** An invitation never changes; another one for the same address has another id. */
export const INVITATION_REVISION = 0n;
