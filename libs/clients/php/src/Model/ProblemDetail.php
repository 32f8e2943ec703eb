<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** A problem of the input. */
final readonly class ProblemDetail extends Model
{
    /** Where the problem is. */
    public string $location;

    /** What is wrong there. */
    public string $message;

    /** Code of this problem. The `code` of the failure is that of the most general one. */
    public string $code;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->location = Cast::string($raw['location'] ?? null);
        $this->message = Cast::string($raw['message'] ?? null);
        $this->code = Cast::string($raw['code'] ?? null);
    }
}
