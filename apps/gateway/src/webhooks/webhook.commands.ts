import { Inject, Injectable } from '@nestjs/common';
import { idOf } from '@kernel';
import {
  type Webhook,
  type WebhookCommand,
  type WebhookEdit,
  everything,
  mergedFilters,
  webhookStream,
} from '@contexts/webhooks';
import type { ReadStore } from '@platform/read-store';
import { type NewSecret, WebhookSecrets, mintSecret } from '@platform/webhooks';
import { type Caller, type AcceptedRevisions, metadataOf } from '../caller';
import { Commands, type SendOptions, type Sent } from '../commands';
import { type ResourceLimit, ResourceLimits } from '../resource-limits';
import { READ_STORE } from '../tokens';
import type { CreateWebhookBody } from './webhook.schemas';

/** Webhooks of a workspace that are not deleted, paused and disabled ones included. */
export const WEBHOOK_LIMIT: ResourceLimit = {
  kind: 'webhooks',
  table: 'webhooks',
  counted: 'deleted_at IS NULL',
  most: 20,
  detail: 'A workspace may have 20 webhooks, disabled ones included; delete one first.',
};

/** An outcome, and the secret that came with it. */
export interface WithSecret {
  readonly sent: Sent<Webhook>;
  readonly secret: string;
}

/** Turns a validated body into a command, and returns its outcome. */
@Injectable()
export class WebhookCommands {
  constructor(
    private readonly commands: Commands,
    private readonly limits: ResourceLimits,
    private readonly secrets: WebhookSecrets,
    @Inject(READ_STORE) private readonly store: Pick<ReadStore, 'inWorkspace'>,
  ) {}

  /**
   * Keeps the secret first, so that the first delivery is signed.
   * @throws Rejection `limit_reached` where the workspace has as many webhooks as it may
   */
  async create({ url, events, description, filters, active }: CreateWebhookBody, caller: Caller): Promise<WithSecret> {
    const { workspaceId } = caller.subject;
    const id = idOf('whk', caller.commandId);
    const data = {
      webhook_id: id,
      url,
      events,
      ...(description && { description }),
      ...(filters && { filters: mergedFilters(everything, filters) }),
      ...(active === false && { active }),
    };
    const command: WebhookCommand = { type: 'CreateWebhook', data: { ...data, workspace_id: workspaceId } };
    let secret = '';
    const sent = await this.limits.within(WEBHOOK_LIMIT, workspaceId, id, async () => {
      secret = await this.keep({ webhookId: id, revision: 0n, since: caller.now }, caller);
      return this.send(id, command, caller, { fresh: caller.firstAttempt });
    });
    return { sent, secret };
  }

  update(id: string, fields: WebhookEdit, caller: Caller, expected?: AcceptedRevisions): Promise<Sent<Webhook>> {
    const data = { webhook_id: id, workspace_id: caller.subject.workspaceId, fields };
    return this.send(id, { type: 'UpdateWebhook', data }, caller, { expected });
  }

  enable(id: string, caller: Caller, expected?: AcceptedRevisions): Promise<Sent<Webhook>> {
    return this.send(id, { type: 'EnableWebhook', data: named(id, caller) }, caller, { expected });
  }

  /**
   * Records the rotation first: a secret that nobody was given must not replace one that is in use. When the process
   * dies in between, the webhook keeps its secret, and a repeat under the same Idempotency-Key completes the rotation.
   */
  async rotate(id: string, caller: Caller, expected?: AcceptedRevisions): Promise<WithSecret> {
    const command: WebhookCommand = { type: 'RotateWebhookSecret', data: named(id, caller) };
    const sent = await this.send(id, command, caller, { expected });
    const { revision, state } = sent;
    return { sent, secret: await this.keep({ webhookId: id, revision, since: state.secret_since }, caller) };
  }

  async delete(id: string, caller: Caller, expected?: AcceptedRevisions): Promise<Sent<Webhook>> {
    const sent = await this.send(id, { type: 'DeleteWebhook', data: named(id, caller) }, caller, { expected });
    const { workspaceId } = caller.subject;
    await this.store.inWorkspace(workspaceId, (client) => this.secrets.forget(client, { workspaceId, webhookId: id }));
    return sent;
  }

  private keep(made: Pick<NewSecret, 'webhookId' | 'revision' | 'since'>, { subject, secretBytes }: Caller) {
    const { workspaceId } = subject;
    const secret = mintSecret(secretBytes);
    return this.store.inWorkspace(workspaceId, (client) => this.secrets.keep(client, { ...made, workspaceId, secret }));
  }

  private send(id: string, command: WebhookCommand, caller: Caller, options: SendOptions): Promise<Sent<Webhook>> {
    return this.commands.send({ stream: webhookStream(id), command, metadata: metadataOf(caller), ...options });
  }
}

const named = (id: string, { subject }: Caller) => ({ webhook_id: id, workspace_id: subject.workspaceId });
