<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** Where a page is in its list. */
final readonly class WorkspaceEventListMeta extends Model
{
    /** Entries of a page at most. */
    public int $limit;

    /** The cursor of the next page; null on the last page. */
    public ?string $next_cursor;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->limit = Cast::int($raw['limit'] ?? null);
        $this->next_cursor = isset($raw['next_cursor']) ? Cast::string($raw['next_cursor']) : null;
    }
}
