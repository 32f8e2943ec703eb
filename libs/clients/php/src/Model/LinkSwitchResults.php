<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** What became of each item. */
final readonly class LinkSwitchResults extends Model
{
    /**
     * The results, in the order of the items.
     * @var list<LinkResult>
     */
    public array $data;

    /** How many items succeeded and failed. */
    public BulkMeta $meta;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->data = Cast::list($raw['data'] ?? null, fn (mixed $one) => new LinkResult(Cast::map($one)));
        $this->meta = new BulkMeta(Cast::map($raw['meta'] ?? null));
    }
}
