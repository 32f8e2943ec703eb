<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;
use Waymark\UnknownEvent;

/** Body of a delivery to a webhook. More types may be added. */
final class WebhookEvents
{
    /**
     * An event of an unknown type is an `UnknownEvent`.
     * @param array<string, mixed> $raw
     */
    public static function read(array $raw): Model
    {
        return match (Cast::string($raw['type'] ?? null)) {
            'api_key.created' => new ApiKeyWebhookEvent($raw),
            'api_key.expired' => new ApiKeyWebhookEvent($raw),
            'api_key.grace_expired' => new ApiKeyWebhookEvent($raw),
            'api_key.renamed' => new ApiKeyWebhookEvent($raw),
            'api_key.revoked' => new ApiKeyWebhookEvent($raw),
            'api_key.rotated' => new ApiKeyWebhookEvent($raw),
            'campaign.created' => new CampaignWebhookEvent($raw),
            'campaign.deleted' => new CampaignWebhookEvent($raw),
            'campaign.ended' => new CampaignWebhookEvent($raw),
            'campaign.paused' => new CampaignWebhookEvent($raw),
            'campaign.resumed' => new CampaignWebhookEvent($raw),
            'campaign.started' => new CampaignWebhookEvent($raw),
            'campaign.updated' => new CampaignWebhookEvent($raw),
            'domain.created' => new DomainWebhookEvent($raw),
            'domain.failed' => new DomainWebhookEvent($raw),
            'domain.removed' => new DomainWebhookEvent($raw),
            'domain.updated' => new DomainWebhookEvent($raw),
            'domain.verified' => new DomainWebhookEvent($raw),
            'link.archived' => new LinkWebhookEvent($raw),
            'link.created' => new LinkWebhookEvent($raw),
            'link.deleted' => new LinkWebhookEvent($raw),
            'link.disabled' => new LinkWebhookEvent($raw),
            'link.enabled' => new LinkWebhookEvent($raw),
            'link.expired' => new LinkWebhookEvent($raw),
            'link.limit_reached' => new LinkWebhookEvent($raw),
            'link.restored' => new LinkWebhookEvent($raw),
            'link.unarchived' => new LinkWebhookEvent($raw),
            'link.updated' => new LinkWebhookEvent($raw),
            'qr_code.created' => new QrCodeWebhookEvent($raw),
            'qr_code.deleted' => new QrCodeWebhookEvent($raw),
            'qr_code.updated' => new QrCodeWebhookEvent($raw),
            'webhook.created' => new WebhookWebhookEvent($raw),
            'webhook.deleted' => new WebhookWebhookEvent($raw),
            'webhook.disabled' => new WebhookWebhookEvent($raw),
            'webhook.enabled' => new WebhookWebhookEvent($raw),
            'webhook.secret_rotated' => new WebhookWebhookEvent($raw),
            'webhook.updated' => new WebhookWebhookEvent($raw),
            'link.clicked' => new LinkClickedWebhookEvent($raw),
            'link.clicks' => new LinkClicksWebhookEvent($raw),
            'ping' => new PingWebhookEvent($raw),
            default => new UnknownEvent($raw),
        };
    }
}
