<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** Requests of an API key by day. */
final readonly class ApiKeyUsageByDay extends Model
{
    /**
     * Every day of the range, the oldest first.
     * @var list<ApiKeyUsageDay>
     */
    public array $data;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->data = Cast::list($raw['data'] ?? null, fn (mixed $one) => new ApiKeyUsageDay(Cast::map($one)));
    }
}
