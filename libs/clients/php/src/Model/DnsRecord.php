<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** A DNS record to publish. */
final readonly class DnsRecord extends Model
{
    /** Type of the record. */
    public string $type;

    /** Its name. */
    public string $name;

    /** Its value. */
    public string $value;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->type = Cast::string($raw['type'] ?? null);
        $this->name = Cast::string($raw['name'] ?? null);
        $this->value = Cast::string($raw['value'] ?? null);
    }
}
