<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Resource;

use Waymark\Call;
use Waymark\Client;
use Waymark\Exception\WaymarkException;
use Waymark\Listing;
use Waymark\Model;
use Waymark\RequestOptions;

/** URLs of yours that receive events, and the deliveries to them. */
final readonly class Webhooks
{
    public function __construct(private Client $client)
    {
    }

    /**
     * Create a webhook.
     *
     * Events from now on are sent to its URL by POST, signed as Standard Webhooks says. The secret is only in this
     * answer and in its repeats under the same Idempotency-Key. A workspace may have 20 webhooks, disabled ones
     * included.
     *
     * @param array{url: string, events: list<string>, description?: string|null, filters?: array{link_ids?: list<string>|null, tags?: list<string>|null, campaign_ids?: list<string>|null, domains?: list<string>|null, include_bots?: bool|null}|null, active?: bool|null} $body
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function create(array $body, ?RequestOptions $options = null): Model\WebhookWithSecret
    {
        $call = new Call('POST', '/v1/webhooks', body: (object) $body, idempotent: true, secrets: ['secret']);
        return new Model\WebhookWithSecret($this->client->json($call, $options));
    }

    /**
     * List webhooks.
     *
     * The newest first.
     *
     * Iterating yields the items of all pages.
     *
     * @param array{page?: int, limit?: int, status?: 'active'|'paused'|'disabled'} $query
     * @param RequestOptions|null $options For this request only.
     * @return Listing<Model\Webhook, Model\WebhookList>
     * @throws WaymarkException
     */
    public function list(array $query = [], ?RequestOptions $options = null): Listing
    {
        $call = new Call('GET', '/v1/webhooks', query: $query);
        return new Listing(
            $this->client,
            $call,
            false,
            fn (array $raw) => new Model\Webhook($raw),
            fn (array $raw) => new Model\WebhookList($raw),
            $options,
        );
    }

    /**
     * Get a webhook.
     *
     * The webhook as it is, or as it was at an instant. Never its secret.
     *
     * @param string $id Id of the webhook.
     * @param array{as_of?: string} $query
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function get(string $id, array $query = [], ?RequestOptions $options = null): Model\Webhook
    {
        $call = new Call('GET', '/v1/webhooks/' . Call::segment($id), query: $query);
        return new Model\Webhook($this->client->json($call, $options));
    }

    /**
     * Change a webhook.
     *
     * Absent fields are unchanged; null clears a field, also within `filters`. Deliveries under way go to the new
     * URL. `active: false` pauses, and does not enable a disabled webhook again when it is taken back.
     *
     * @param string $id Id of the webhook.
     * @param array{url?: string, events?: list<string>, description?: string|null, filters?: array{link_ids?: list<string>|null, tags?: list<string>|null, campaign_ids?: list<string>|null, domains?: list<string>|null, include_bots?: bool|null}|null, active?: bool|null} $body
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function update(string $id, array $body, ?RequestOptions $options = null): Model\Webhook
    {
        $call = new Call('PATCH', '/v1/webhooks/' . Call::segment($id), body: (object) $body, idempotent: true);
        return new Model\Webhook($this->client->json($call, $options));
    }

    /**
     * Delete a webhook.
     *
     * Nothing more is sent to it. Its secret is deleted. The log of its deliveries cannot be read any more, and is
     * erased with those of others, 30 to 61 days after each delivery.
     *
     * @param string $id Id of the webhook.
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function delete(string $id, ?RequestOptions $options = null): void
    {
        $call = new Call('DELETE', '/v1/webhooks/' . Call::segment($id), idempotent: true);
        $this->client->send($call, $options);
    }

    /**
     * History of a webhook.
     *
     * The changes of the webhook, oldest first; also of a deleted one. Never a secret.
     *
     * Iterating yields the items of all pages.
     *
     * @param string $id Id of the webhook.
     * @param array{page?: int, limit?: int} $query
     * @param RequestOptions|null $options For this request only.
     * @return Listing<Model\HistoryEntry, Model\History>
     * @throws WaymarkException
     */
    public function history(string $id, array $query = [], ?RequestOptions $options = null): Listing
    {
        $call = new Call('GET', '/v1/webhooks/' . Call::segment($id) . '/history', query: $query);
        return new Listing(
            $this->client,
            $call,
            false,
            fn (array $raw) => new Model\HistoryEntry($raw),
            fn (array $raw) => new Model\History($raw),
            $options,
        );
    }

    /**
     * Enable a webhook.
     *
     * One that is disabled or paused gets events again, from now on. What it missed can be fetched by a replay. A
     * repeat changes nothing.
     *
     * @param string $id Id of the webhook.
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function enable(string $id, ?RequestOptions $options = null): Model\Webhook
    {
        $call = new Call('POST', '/v1/webhooks/' . Call::segment($id) . '/enable', idempotent: true);
        return new Model\Webhook($this->client->json($call, $options));
    }

    /**
     * Rotate the secret of a webhook.
     *
     * For 24 hours deliveries are signed with the new secret and with the former one. The secret is only in this
     * answer and in its repeats under the same Idempotency-Key.
     *
     * @param string $id Id of the webhook.
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function rotateSecret(string $id, ?RequestOptions $options = null): Model\WebhookWithSecret
    {
        $call = new Call('POST', '/v1/webhooks/' . Call::segment($id) . '/rotate-secret', idempotent: true, secrets: ['secret']);
        return new Model\WebhookWithSecret($this->client->json($call, $options));
    }

    /**
     * List the deliveries of a webhook.
     *
     * Of the last 30 days, the newest first.
     *
     * Iterating yields the items of all pages.
     *
     * @param string $id Id of the webhook.
     * @param array{page?: int, limit?: int, status?: 'pending'|'delivered'|'failed'|'skipped', event_type?: string, from?: string, to?: string, cursor?: string} $query
     * @param RequestOptions|null $options For this request only.
     * @return Listing<Model\WebhookDelivery, Model\WebhookDeliveryList>
     * @throws WaymarkException
     */
    public function deliveries(string $id, array $query = [], ?RequestOptions $options = null): Listing
    {
        $call = new Call('GET', '/v1/webhooks/' . Call::segment($id) . '/deliveries', query: $query);
        return new Listing(
            $this->client,
            $call,
            true,
            fn (array $raw) => new Model\WebhookDelivery($raw),
            fn (array $raw) => new Model\WebhookDeliveryList($raw),
            $options,
        );
    }

    /**
     * Get a delivery of a webhook.
     *
     * With what was sent, and every attempt.
     *
     * @param string $id Id of the webhook.
     * @param string $deliveryId Id of the delivery.
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function delivery(string $id, string $deliveryId, ?RequestOptions $options = null): Model\WebhookDeliveryDetail
    {
        $call = new Call('GET', '/v1/webhooks/' . Call::segment($id) . '/deliveries/' . Call::segment($deliveryId));
        return new Model\WebhookDeliveryDetail($this->client->json($call, $options));
    }

    /**
     * Retry a delivery of a webhook.
     *
     * It is due at once and begins its schedule anew, also if it was delivered. The body is the same, and so is its
     * id.
     *
     * @param string $id Id of the webhook.
     * @param string $deliveryId Id of the delivery.
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function retryDelivery(string $id, string $deliveryId, ?RequestOptions $options = null): Model\WebhookDelivery
    {
        $call = new Call('POST', '/v1/webhooks/' . Call::segment($id) . '/deliveries/' . Call::segment($deliveryId) . '/retry', idempotent: true);
        return new Model\WebhookDelivery($this->client->json($call, $options));
    }

    /**
     * Test a webhook.
     *
     * Sends a `ping`, whatever the webhook subscribes to; also while it is paused or disabled.
     *
     * @param string $id Id of the webhook.
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function test(string $id, ?RequestOptions $options = null): Model\WebhookDelivery
    {
        $call = new Call('POST', '/v1/webhooks/' . Call::segment($id) . '/test', idempotent: true);
        return new Model\WebhookDelivery($this->client->json($call, $options));
    }

    /**
     * Replay events to a webhook.
     *
     * Sends the events of a window again that pass the filters of the webhook: with their ids, types, revisions and
     * data, in their order, and behind everything that is live. Clicks come from analytics: each `link.clicked` has
     * its id, and those of `link.clicks` are collected anew. Of a disabled webhook: 409.
     *
     * @param string $id Id of the webhook.
     * @param array{from: string, to?: string|null, events?: list<string>|null} $body
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function replay(string $id, array $body, ?RequestOptions $options = null): Model\WebhookReplay
    {
        $call = new Call('POST', '/v1/webhooks/' . Call::segment($id) . '/replay', body: (object) $body, idempotent: true);
        return new Model\WebhookReplay($this->client->json($call, $options));
    }
}
