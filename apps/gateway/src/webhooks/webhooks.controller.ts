import { Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { webhookChronicle, webhookRecord, webhookStream } from '@contexts/webhooks';
import { Id, ValidBody, ValidQuery, demandNone, found, listOf } from '@platform/http';
import { type Caller, CurrentCaller, type AcceptedRevisions, ExpectedRevisions } from '../caller';
import { changeEndpoint, createEndpoint, deleteEndpoint, getEndpoint, listEndpoint } from '../endpoints';
import { Histories } from '../history/histories';
import { historyEndpoint } from '../history/history-endpoint';
import { type HistoryQuery, type PointInTimeQuery, pointInTimeQuery } from '../history/history.schemas';
import { createdWithSecret, deleted, versioned, versionedWithSecret } from '../responses';
import { WebhookCommands } from './webhook.commands';
import { WebhookPolicy } from './webhook.policy';
import { WebhookQueries } from './webhook.queries';
import {
  type CreateWebhookBody,
  type ListWebhooksQuery,
  type UpdateWebhookBody,
  createWebhookBody,
  listWebhooksQuery,
  updateWebhookBody,
  webhookListShape,
  webhookShape,
  webhookWithSecret,
} from './webhook.schemas';

@Controller('v1/webhooks')
export class WebhooksController {
  constructor(
    private readonly commands: WebhookCommands,
    private readonly queries: WebhookQueries,
    private readonly policy: WebhookPolicy,
    private readonly histories: Histories,
  ) {}

  @Post()
  @createEndpoint('webhooks.create', 'Create a webhook', {
    description:
      'Events from now on are sent to its URL by POST, signed as Standard Webhooks says. The secret is only in this ' +
      'answer and in its repeats under the same Idempotency-Key. A workspace may have 20 webhooks, disabled ones ' +
      'included.',
    body: createWebhookBody,
    answer: webhookWithSecret,
    errors: ['limit_reached'],
    callback: {
      name: 'event',
      url: '$request.body#/url',
      summary: 'Receive an event',
      description: 'An event that the webhook is subscribed to, signed by `webhook-signature`.',
      body: 'WebhookEvent',
      answers: {
        '2XX': 'The event has arrived. Any other answer, or none within 15 seconds, is a failure: it is sent again.',
        410: 'Nothing is received any more: the webhook is disabled.',
      },
    },
  })
  async create(@ValidBody() body: CreateWebhookBody, @CurrentCaller() caller: Caller) {
    demandNone(await this.policy.problemsOf(body, caller));
    const { sent, secret } = await this.commands.create(this.policy.canonical(body), caller);
    return createdWithSecret(sent, `/v1/webhooks/${sent.state.id}`, webhookRecord(sent.state), { secret });
  }

  @Get()
  @listEndpoint('webhooks.list', 'List webhooks', {
    description: 'The newest first.',
    query: listWebhooksQuery,
    answer: webhookListShape,
  })
  async list(@ValidQuery() query: ListWebhooksQuery, @CurrentCaller() { subject }: Caller) {
    const { rows, total } = await this.queries.list(subject.workspaceId, query);
    return listOf({ data: rows.map(webhookRecord), total, page: query.page, limit: query.limit });
  }

  @Get(':id')
  @getEndpoint('webhooks.get', 'Get a webhook', {
    description: 'The webhook as it is, or as it was at an instant. Never its secret.',
    query: pointInTimeQuery,
    errors: ['event_store_mismatch'],
    answer: webhookShape,
  })
  async get(@Id('whk') id: string, @ValidQuery() { as_of }: PointInTimeQuery, @CurrentCaller() caller: Caller) {
    const row = as_of
      ? await this.histories.liveAt(webhookChronicle, { stream: webhookStream(id), id }, as_of, caller)
      : found(await this.queries.find(caller.subject.workspaceId, id));
    return versioned(row, webhookRecord(row));
  }

  @Get(':id/history')
  @historyEndpoint('webhooks.history', 'History of a webhook', {
    description: 'The changes of the webhook, oldest first; also of a deleted one. Never a secret.',
  })
  history(@Id('whk') id: string, @ValidQuery() query: HistoryQuery, @CurrentCaller() caller: Caller) {
    return this.histories.page(webhookChronicle, { stream: webhookStream(id), id }, query, caller);
  }

  @Patch(':id')
  @changeEndpoint('webhooks.update', 'Change a webhook', {
    description:
      'Absent fields are unchanged; null clears a field, also within `filters`. Deliveries under way go to the new ' +
      'URL. `active: false` pauses, and does not enable a disabled webhook again when it is taken back.',
    body: updateWebhookBody,
    answer: webhookShape,
    errors: ['limit_reached'],
  })
  async update(
    @Id('whk') id: string,
    @ValidBody() body: UpdateWebhookBody,
    @CurrentCaller() caller: Caller,
    @ExpectedRevisions() expected: AcceptedRevisions,
  ) {
    const { filters } = found(await this.queries.find(caller.subject.workspaceId, id));
    demandNone(await this.policy.problemsOf(body, caller, filters));
    const sent = await this.commands.update(id, this.policy.canonical(body), caller, expected);
    return versioned(sent, webhookRecord(sent.state));
  }

  @Delete(':id')
  @deleteEndpoint('webhooks.delete', 'Delete a webhook', {
    description:
      'Nothing more is sent to it. Its secret is deleted. The log of its deliveries cannot be read any more, and is ' +
      'erased with those of others, 30 to 61 days after each delivery.',
  })
  async delete(
    @Id('whk') id: string,
    @CurrentCaller() caller: Caller,
    @ExpectedRevisions() expected: AcceptedRevisions,
  ) {
    return deleted(await this.commands.delete(id, caller, expected));
  }

  @Post(':id/enable')
  @changeEndpoint('webhooks.enable', 'Enable a webhook', {
    description:
      'One that is disabled or paused gets events again, from now on. What it missed can be fetched by a replay. A ' +
      'repeat changes nothing.',
    answer: webhookShape,
  })
  async enable(
    @Id('whk') id: string,
    @CurrentCaller() caller: Caller,
    @ExpectedRevisions() expected: AcceptedRevisions,
  ) {
    const sent = await this.commands.enable(id, caller, expected);
    return versioned(sent, webhookRecord(sent.state));
  }

  @Post(':id/rotate-secret')
  @changeEndpoint('webhooks.rotateSecret', 'Rotate the secret of a webhook', {
    description:
      'For 24 hours deliveries are signed with the new secret and with the former one. The secret is only in this ' +
      'answer and in its repeats under the same Idempotency-Key.',
    answer: webhookWithSecret,
  })
  async rotate(
    @Id('whk') id: string,
    @CurrentCaller() caller: Caller,
    @ExpectedRevisions() expected: AcceptedRevisions,
  ) {
    const { sent, secret } = await this.commands.rotate(id, caller, expected);
    return versionedWithSecret(sent, webhookRecord(sent.state), { secret });
  }
}
