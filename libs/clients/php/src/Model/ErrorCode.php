<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** What an error code means. */
final readonly class ErrorCode extends Model
{
    /** The code. */
    public string $code;

    /** The HTTP status. */
    public int $status;

    /** The code in words. */
    public string $title;

    /** What to do about it. */
    public string $advice;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->code = Cast::string($raw['code'] ?? null);
        $this->status = Cast::int($raw['status'] ?? null);
        $this->title = Cast::string($raw['title'] ?? null);
        $this->advice = Cast::string($raw['advice'] ?? null);
    }
}
