import type { Queries } from '@platform/postgres';
import { hkdfSync } from 'node:crypto';
import { seal, unseal } from '@platform/sealing';

export interface SecretOwner {
  readonly workspaceId: string;
  readonly webhookId: string;
}

/** A secret, and the event that made it. */
export interface NewSecret extends SecretOwner {
  /** As text: `whsec_…` */
  readonly secret: string;
  /** Of the event in the stream of the webhook. A later one replaces an earlier one. */
  readonly revision: bigint;
  /** Time of the event, RFC 3339. */
  readonly since: string;
}

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** How long the former secret signs, too, after a rotation. */
const BOTH_SIGN = "interval '24 hours'";

/** As Standard Webhooks writes secrets. @param randomBytes gives that many cryptographically random bytes */
export const mintSecret = (randomBytes: (size: number) => Uint8Array): string =>
  PREFIX + Buffer.from(randomBytes(SECRET_BYTES)).toString('base64');

const KEEP = `
  insert into webhook_secrets (webhook_id, revision, workspace_id, sealed, since) values ($2, $3, $1, $4, $5)
  on conflict (webhook_id, revision) do update set since = excluded.since returning sealed`;

/** The secrets that sign no delivery any more. */
const FORGET = `
  delete from webhook_secrets s where s.workspace_id = $1 and (
    exists (select from webhooks w where w.id = s.webhook_id and w.deleted_at is not null)
    or exists (select from webhook_secrets n where n.webhook_id = s.webhook_id and n.revision > s.revision
      and n.since <= waymark_now() - ${BOTH_SIGN})
    or 2 <= (select count(*) from webhook_secrets n where n.webhook_id = s.webhook_id and n.revision > s.revision))`;

const SIGNING = `
  select s.webhook_id, s.workspace_id, s.sealed from (
    select webhook_id, workspace_id, revision, sealed,
      row_number() over newest as nth, first_value(since) over newest as newest_since
    from webhook_secrets where webhook_id = any($1::text[])
    window newest as (partition by webhook_id order by revision desc)
  ) s
  where s.nth = 1 or s.nth = 2 and s.newest_since > waymark_now() - ${BOTH_SIGN}
  order by s.webhook_id, s.nth`;

/**
 * The window needs all rows, so all are deleted before the first one is written. The newest secret gets the last revision of
 * the webhook, and each earlier one stays below the one after it.
 */
const ADOPT = `
  with removed as (
    delete from webhook_secrets s using webhooks w where w.id = s.webhook_id and exists (
      select from webhook_secrets n where n.webhook_id = s.webhook_id and n.revision > w.revision)
    returning s.*, w.revision as up_to
  )
  insert into webhook_secrets (webhook_id, revision, workspace_id, sealed, since)
  select webhook_id, least(revision, up_to + 1 - row_number() over (partition by webhook_id order by revision desc)),
    workspace_id, sealed, since
  from removed`;

/**
 * Lets the secrets of undone rotations count as of the last revisions that their webhooks have: endpoints may know them,
 * and no event brings an earlier one back. Else the next rotation would find its revision taken, or its secret would
 * come before theirs and never sign. Must run when the read model of webhooks is that of the store.
 */
export const adoptSecrets = async (client: Queries): Promise<void> => {
  await client.query(ADOPT);
};

/** Keeps the secrets of webhooks, sealed under keys derived from the pepper: one for each webhook. */
export class WebhookSecrets {
  /** @param pepper `KEY_PEPPER` */
  constructor(private readonly pepper: string) {}

  /**
   * Keeps a secret, and forgets those of the workspace that sign nothing any more.
   * @param client in a transaction that sees the workspace
   * @returns the secret of that revision: an earlier attempt of the same request may have kept it
   */
  async keep(client: Queries, { workspaceId, webhookId, secret, revision, since }: NewSecret): Promise<string> {
    const owner = { workspaceId, webhookId };
    const sealed = seal(this.keyOf(owner), secret);
    const values = [workspaceId, webhookId, revision.toString(), sealed, since];
    const { rows } = await client.query<{ sealed: Buffer }>(KEEP, values);
    await client.query(FORGET, [workspaceId]);
    return unseal(this.keyOf(owner), rows[0]?.sealed ?? sealed);
  }

  /** Forgets all secrets of a webhook. */
  async forget(client: Queries, { workspaceId, webhookId }: SecretOwner): Promise<void> {
    const text = 'delete from webhook_secrets where workspace_id = $1 and webhook_id = $2';
    await client.query(text, [workspaceId, webhookId]);
  }

  /**
   * The keys that sign deliveries: the bytes behind `whsec_`, the newest first. For 24 hours after a rotation there are
   * two. A webhook without secrets, as a deleted one, is not in the map.
   */
  async signing(client: Queries, webhookIds: readonly string[]): Promise<ReadonlyMap<string, readonly Uint8Array[]>> {
    const keys = new Map<string, Uint8Array[]>();
    const { rows } = await client.query<{ webhook_id: string; workspace_id: string; sealed: Buffer }>(SIGNING, [
      webhookIds,
    ]);
    for (const { webhook_id: webhookId, workspace_id: workspaceId, sealed } of rows) {
      const secret = unseal(this.keyOf({ workspaceId, webhookId }), sealed);
      const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
      keys.set(webhookId, [...(keys.get(webhookId) ?? []), key]);
    }
    return keys;
  }

  /** Of one webhook: a sealed secret that is moved to another one cannot be opened there. */
  private keyOf({ workspaceId, webhookId }: SecretOwner): Buffer {
    const info = `waymark webhook secrets ${workspaceId}/${webhookId}`;
    return Buffer.from(hkdfSync('sha256', this.pepper, '', info, 32));
  }
}
