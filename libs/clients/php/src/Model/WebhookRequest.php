<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** What is sent. The headers with the time and the signature differ by attempt, and are not kept. */
final readonly class WebhookRequest extends Model
{
    /** Where it goes. */
    public string $url;

    /**
     * Headers by their names.
     * @var array<string, string>
     */
    public array $headers;

    /** The bytes that are signed. */
    public string $body;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->url = Cast::string($raw['url'] ?? null);
        $this->headers = Cast::map($raw['headers'] ?? null);
        $this->body = Cast::string($raw['body'] ?? null);
    }
}
