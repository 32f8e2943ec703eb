<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** What became of an item: status 204, or an error. */
final readonly class LinkDeletionResult extends Model
{
    /** Of the item in the request, from 0. */
    public int $index;

    /** That of a call with this item alone. */
    public int $status;

    /** The problem of such a call, with locations like `body[3].alias`. */
    public ?Problem $error;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->index = Cast::int($raw['index'] ?? null);
        $this->status = Cast::int($raw['status'] ?? null);
        $this->error = isset($raw['error']) ? new Problem(Cast::map($raw['error'])) : null;
    }
}
