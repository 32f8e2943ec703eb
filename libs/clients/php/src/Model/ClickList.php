<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** A page of clicks, the newest first. */
final readonly class ClickList extends Model
{
    /**
     * The clicks of the page.
     * @var list<Click>
     */
    public array $data;

    /** Where a page is in its list. */
    public ClickListMeta $meta;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->data = Cast::list($raw['data'] ?? null, fn (mixed $one) => new Click(Cast::map($one)));
        $this->meta = new ClickListMeta(Cast::map($raw['meta'] ?? null));
    }
}
