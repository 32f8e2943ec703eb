<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** A shortened URL. */
final readonly class ShortUrl extends Model
{
    /** Alias of the link. */
    public string $shortCode;

    /** The address to share. */
    public string $shortUrl;

    /** Where it leads. */
    public string $originalUrl;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->shortCode = Cast::string($raw['shortCode'] ?? null);
        $this->shortUrl = Cast::string($raw['shortUrl'] ?? null);
        $this->originalUrl = Cast::string($raw['originalUrl'] ?? null);
    }
}
