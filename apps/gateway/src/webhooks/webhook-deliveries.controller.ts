import { Controller, Get, Post } from '@nestjs/common';
import { Endpoint, Id, ValidBody, ValidQuery, cursorListOf, listOf } from '@platform/http';
import { type Caller, CurrentCaller } from '../caller';
import { listEndpoint } from '../endpoints';
import {
  type ListDeliveriesQuery,
  type ReplayBody,
  deliveryCursor,
  deliveryDetailShape,
  deliveryListShape,
  deliveryShape,
  listDeliveriesQuery,
  replayBody,
  replayShape,
} from './delivery.schemas';
import { Gone } from '../analytics/gone';
import { DeliveryId } from './delivery-id.decorator';
import { WebhookDeliveries } from './webhook-deliveries';

@Controller('v1/webhooks/:id')
export class WebhookDeliveriesController {
  constructor(private readonly deliveries: WebhookDeliveries) {}

  @Get('deliveries')
  @listEndpoint('webhooks.deliveries', 'List the deliveries of a webhook', {
    description: 'Of the last 30 days, the newest first.',
    query: listDeliveriesQuery,
    answer: deliveryListShape,
  })
  async list(@Id('whk') id: string, @ValidQuery() query: ListDeliveriesQuery, @CurrentCaller() caller: Caller) {
    const { rows, next, page, ...totals } = await this.deliveries.list(id, query, caller);
    const list = { data: rows, ...totals, page, limit: query.limit };
    if (query.cursor === undefined) return listOf({ ...list, more: next !== null });
    return cursorListOf({ ...list, next: next && deliveryCursor({ ...next, page: page + 1 }) });
  }

  @Get('deliveries/:delivery_id')
  @Endpoint({
    id: 'webhooks.delivery',
    summary: 'Get a delivery of a webhook',
    description: 'With what was sent, and every attempt.',
    scope: 'read',
    responses: { 200: deliveryDetailShape },
  })
  get(@Id('whk') id: string, @DeliveryId() deliveryId: string, @CurrentCaller() caller: Caller) {
    return this.deliveries.get(id, deliveryId, caller);
  }

  @Post('deliveries/:delivery_id/retry')
  @Endpoint({
    id: 'webhooks.retryDelivery',
    summary: 'Retry a delivery of a webhook',
    description:
      'It is due at once and begins its schedule anew, also if it was delivered. The body is the same, and so is ' +
      'its id.',
    scope: 'write',
    responses: { 202: deliveryShape },
    errors: ['invalid_state'],
  })
  retry(@Id('whk') id: string, @DeliveryId() deliveryId: string, @CurrentCaller() caller: Caller) {
    return this.deliveries.retry(id, deliveryId, caller);
  }

  @Post('test')
  @Endpoint({
    id: 'webhooks.test',
    summary: 'Test a webhook',
    description: 'Sends a `ping`, whatever the webhook subscribes to; also while it is paused or disabled.',
    scope: 'write',
    responses: { 202: deliveryShape },
  })
  test(@Id('whk') id: string, @CurrentCaller() caller: Caller) {
    return this.deliveries.test(id, caller);
  }

  @Post('replay')
  @Endpoint({
    id: 'webhooks.replay',
    summary: 'Replay events to a webhook',
    description:
      'Sends the events of a window again that pass the filters of the webhook: with their ids, types, revisions and ' +
      'data, in their order, and behind everything that is live. Clicks come from analytics: each `link.clicked` ' +
      'has its ' +
      'id, and those of `link.clicks` are collected anew. Of a disabled webhook: 409.',
    scope: 'write',
    body: replayBody,
    responses: { 202: replayShape },
    errors: ['invalid_state'],
  })
  replay(
    @Id('whk') id: string,
    @ValidBody() body: ReplayBody,
    @CurrentCaller() caller: Caller,
    @Gone() gone: AbortSignal,
  ) {
    return this.deliveries.replay(id, body, caller, gone);
  }
}
