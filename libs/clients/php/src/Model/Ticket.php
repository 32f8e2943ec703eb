<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** A ticket for one download. */
final readonly class Ticket extends Model
{
    /**
     * The value of `ticket` in the query of this one address.
     * It is a secret: do not log it.
     */
    public string $ticket;

    /** Where to download it, with the ticket. */
    public string $url;

    /** A minute later: from then on it is a 401. */
    public string $expires_at;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->ticket = Cast::string($raw['ticket'] ?? null);
        $this->url = Cast::string($raw['url'] ?? null);
        $this->expires_at = Cast::string($raw['expires_at'] ?? null);
    }

    /** @return array<string, mixed> Without its secrets. */
    public function __debugInfo(): array
    {
        return $this->redacted(['ticket']);
    }
}
