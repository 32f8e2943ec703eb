<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** The answer of the endpoint. Null where none came. */
final readonly class WebhookResponse extends Model
{
    /** Its HTTP status. */
    public int $status;

    /**
     * Headers by their names.
     * @var array<string, string>
     */
    public array $headers;

    /** Its first 4 kB. */
    public string $body;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->status = Cast::int($raw['status'] ?? null);
        $this->headers = Cast::map($raw['headers'] ?? null);
        $this->body = Cast::string($raw['body'] ?? null);
    }
}
