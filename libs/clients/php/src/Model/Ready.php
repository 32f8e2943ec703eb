<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** Requests may be sent here. */
final readonly class Ready extends Model
{
    /** Requests may be sent here. */
    public string $status;

    /**
     * Each check by its name.
     * @var array<string, Check>
     */
    public array $checks;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->status = Cast::string($raw['status'] ?? null);
        $this->checks = Cast::map($raw['checks'] ?? null, fn (mixed $one) => new Check(Cast::map($one)));
    }
}
