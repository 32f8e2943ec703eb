import type { Actor, Plan } from '@kernel';

/** What an operation requires of its caller; see the table "Credentials" of the HTTP contract. */
export type Required =
  | 'read'
  | 'write'
  | 'keys'
  | 'owner'
  /** As `read` and `owner`, but also met by a session whose workspace is deleted. */
  | 'former_read'
  | 'former_owner';

export type CredentialLookup =
  /** The HMAC-SHA256 of the token: 32 bytes. */
  | { readonly kind: 'key'; readonly hash: Buffer }
  /** From an access token whose signature and expiry have been verified. */
  | { readonly kind: 'session'; readonly sessionId: string; readonly userId: string; readonly workspaceId: string };

export interface IdempotencyRequest {
  /** Names the operation and its path parameters' pattern. */
  readonly route: string;
  /** `hmac ` and a keyed hash of the client's Idempotency-Key; it differs for each principal. */
  readonly key: string;
  /**
   * The Idempotency-Key itself, under which earlier versions stored their answers. It is looked up and never stored.
   */
  readonly earlierKey: string;
}

export interface AuthorizeRequest {
  readonly credential: CredentialLookup;
  readonly required: Required;
  /** A session takes no slot of the rate limit for this request; a key does. */
  readonly uncounted?: boolean;
  readonly idempotency?: IdempotencyRequest;
}

export interface Principal {
  readonly workspaceId: string;
  readonly plan: Plan;
  readonly actor: Actor;
  /** A key's scope or a member's role; of a deleted workspace, the role that they had. */
  readonly permission:
    'read' | 'read_write' | 'owner' | 'member' | 'viewer' | 'former_owner' | 'former_member' | 'former_viewer';
  /** Present if the credential is a key. */
  readonly key?: { readonly status: 'active' | 'grace'; readonly expiration: string | null };
}

export interface Rate {
  readonly limit: number;
  readonly remaining: number;
  /** When the oldest counted request leaves the window and its slot is free again. */
  readonly resetAt: string;
}

/** The right to execute a command under an idempotency key. Its holder returns it with the answer, or to give up. */
export interface Lease {
  readonly workspaceId: string;
  readonly route: string;
  /** The key of the row: the Idempotency-Key itself if an earlier version made the row. */
  readonly key: string;
  readonly commandId: string;
  readonly holder: string;
}

export interface SealedAnswer {
  /** A keyed hash of the request that was answered. */
  readonly bodyHash: Buffer;
  readonly status: number;
  /** Headers and body, encrypted: only a client with the Idempotency-Key can open it. */
  readonly sealed: Buffer;
}

/** An answer that an earlier version stored. It holds no secrets. */
export interface PlainAnswer {
  /** SHA-256 of method, URL and the bytes of the body. */
  readonly bodyHash: Buffer;
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export type StoredAnswer = SealedAnswer | PlainAnswer;

export type Idempotency =
  | { readonly state: 'none' }
  /**
   * `taken_over`: an earlier holder neither answered nor gave up in time; its command may have been executed. `sealed` is
   * what it left when it released its lease. Only the command that it is of can use it: it may be older than the lease.
   */
  | { readonly state: 'opened' | 'taken_over'; readonly lease: Lease; readonly sealed?: Buffer }
  | { readonly state: 'stored'; readonly answer: StoredAnswer }
  | { readonly state: 'in_progress' };

/**
 * `at` is the instant of the judgement by `waymark_now()`: the `now` of the command. Times are RFC 3339, UTC,
 * milliseconds.
 */
/** Why a credential is not admitted. */
type Refusal = 'unknown' | 'revoked' | 'expired' | 'grace_over';

/** `at` and `subject` are those of this judgement. */
export type Confirmation =
  | { readonly outcome: Refusal | 'insufficient_scope'; readonly at: string }
  | { readonly outcome: 'ok'; readonly at: string; readonly subject: Principal };

export type Authorization =
  | { readonly outcome: Refusal; readonly at: string }
  | {
      readonly outcome: 'rate_limited';
      readonly at: string;
      readonly subject: Principal;
      readonly rate: Rate;
      /** A client that waits this long is not refused again, if no other client uses the workspace. */
      readonly retryAfterMs: number;
    }
  | { readonly outcome: 'insufficient_scope'; readonly at: string; readonly subject: Principal; readonly rate?: Rate }
  | {
      readonly outcome: 'ok';
      readonly at: string;
      readonly subject: Principal;
      /** Absent where the plan has no limit. */
      readonly rate?: Rate;
      /** The command's id: minted now, or by the first request with this idempotency key. */
      readonly commandId: string;
      readonly idempotency: Idempotency;
    };
