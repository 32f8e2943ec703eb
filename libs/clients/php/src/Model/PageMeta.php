<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** Where a page is in its list. */
final readonly class PageMeta extends Model
{
    /** Entries of the whole list. */
    public int $total;

    /** Present when the filters match more than 10,000 entries: `total` stops there. */
    public ?string $total_is;

    /** Number of this page, from 1. */
    public int $page;

    /** Entries of a page at most. */
    public int $limit;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->total = Cast::int($raw['total'] ?? null);
        $this->total_is = isset($raw['total_is']) ? Cast::string($raw['total_is']) : null;
        $this->page = Cast::int($raw['page'] ?? null);
        $this->limit = Cast::int($raw['limit'] ?? null);
    }
}
