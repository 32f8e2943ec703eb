import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';

/** Times are RFC 3339 texts in UTC with milliseconds, as everywhere in this library. */
export interface User {
  id: string;
  email: string;
  name: string | null;
  password_hash: string;
  created_at: string;
}

export interface Membership {
  workspace_id: string;
  user_id: string;
  role: 'owner' | 'member' | 'viewer';
  created_at: string;
}

export interface Session {
  id: string;
  user_id: string;
  workspace_id: string;
  /** The session that opened it; null for a log-in. */
  parent_id: string | null;
  created_at: string;
  expires_at: string;
  revoked_at: string | null;
}

export interface RefreshToken {
  /** SHA-256 of the token. */
  hash: Buffer;
  session_id: string;
  issued_at: string;
  expires_at: string;
  spent_at: string | null;
}

const text = { type: 'text' } as const;
const id = { type: 'text', primary: true } as const;
const time: EntitySchemaColumnOptions = {
  type: 'timestamptz',
  transformer: {
    to: (value: unknown) => value,
    from: (value: unknown) => (value instanceof Date ? value.toISOString() : value),
  },
};
const optional = (column: EntitySchemaColumnOptions): EntitySchemaColumnOptions => ({ ...column, nullable: true });

export const UserSchema = new EntitySchema<User>({
  name: 'User',
  tableName: 'users',
  columns: { id, email: text, name: optional(text), password_hash: text, created_at: time },
});

export const MembershipSchema = new EntitySchema<Membership>({
  name: 'Membership',
  tableName: 'memberships',
  columns: { workspace_id: id, user_id: id, role: text, created_at: time },
});

export const SessionSchema = new EntitySchema<Session>({
  name: 'Session',
  tableName: 'sessions',
  columns: {
    id,
    user_id: text,
    workspace_id: text,
    parent_id: optional(text),
    created_at: time,
    expires_at: time,
    revoked_at: optional(time),
  },
});

export const RefreshTokenSchema = new EntitySchema<RefreshToken>({
  name: 'RefreshToken',
  tableName: 'refresh_tokens',
  columns: {
    hash: { type: 'bytea', primary: true },
    session_id: text,
    issued_at: time,
    expires_at: time,
    spent_at: optional(time),
  },
});

export const accountSchemas = [UserSchema, MembershipSchema, SessionSchema, RefreshTokenSchema] as const;
