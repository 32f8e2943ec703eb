import { EntitySchema } from 'typeorm';
import type { Role } from './permissions';

/** People and their sessions are plain tables and no events: personal data must be erasable. */
export interface User {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly password_hash: string;
  readonly created_at: string;
}

export interface Membership {
  readonly workspace_id: string;
  readonly user_id: string;
  readonly role: Role;
  readonly created_at: string;
}

export interface Session {
  readonly id: string;
  readonly user_id: string;
  readonly workspace_id: string;
  readonly created_at: string;
  readonly expires_at: string;
  readonly revoked_at: string | null;
}

/** A refresh token is spent once; a session's tokens, spent and not, are its family. */
export interface RefreshToken {
  readonly hash: Buffer;
  readonly session_id: string;
  readonly issued_at: string;
  readonly expires_at: string;
  readonly spent_at: string | null;
}

const time = { type: 'timestamptz', precision: 3 } as const;

export const Users = new EntitySchema<User>({
  name: 'users',
  columns: {
    id: { type: 'text', primary: true },
    email: { type: 'text' },
    name: { type: 'text', nullable: true },
    password_hash: { type: 'text' },
    created_at: time,
  },
});

export const Memberships = new EntitySchema<Membership>({
  name: 'memberships',
  columns: {
    workspace_id: { type: 'text', primary: true },
    user_id: { type: 'text', primary: true },
    role: { type: 'text' },
    created_at: time,
  },
});

export const Sessions = new EntitySchema<Session>({
  name: 'sessions',
  columns: {
    id: { type: 'text', primary: true },
    user_id: { type: 'text' },
    workspace_id: { type: 'text' },
    created_at: time,
    expires_at: time,
    revoked_at: { ...time, nullable: true },
  },
});

export const RefreshTokens = new EntitySchema<RefreshToken>({
  name: 'refresh_tokens',
  columns: {
    hash: { type: 'bytea', primary: true },
    session_id: { type: 'text' },
    issued_at: time,
    expires_at: time,
    spent_at: { ...time, nullable: true },
  },
});

export const AUTH_TABLES = [Users, Memberships, Sessions, RefreshTokens];
