<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** A page of domains. */
final readonly class DomainList extends Model
{
    /**
     * The entries of the page.
     * @var list<Domain>
     */
    public array $data;

    /** Where a page is in its list. */
    public PageMeta $meta;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->data = Cast::list($raw['data'] ?? null, fn (mixed $one) => new Domain(Cast::map($one)));
        $this->meta = new PageMeta(Cast::map($raw['meta'] ?? null));
    }
}
