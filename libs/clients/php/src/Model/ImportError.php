<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** A row that failed, and why. */
final readonly class ImportError extends Model
{
    /** Data row, from 1; null for a fault of the file as a whole. */
    public ?int $row;

    /** Line of the file where the row begins. */
    public ?int $line;

    /** Stable code of the fault. */
    public string $code;

    /** The fault in words. */
    public string $message;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->row = isset($raw['row']) ? Cast::int($raw['row']) : null;
        $this->line = isset($raw['line']) ? Cast::int($raw['line']) : null;
        $this->code = Cast::string($raw['code'] ?? null);
        $this->message = Cast::string($raw['message'] ?? null);
    }
}
