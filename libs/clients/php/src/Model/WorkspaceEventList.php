<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** A page of the events of the workspace, the newest first. */
final readonly class WorkspaceEventList extends Model
{
    /**
     * The events of the page.
     * @var list<WorkspaceEvent>
     */
    public array $data;

    /** Where a page is in its list. */
    public WorkspaceEventListMeta $meta;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->data = Cast::list($raw['data'] ?? null, fn (mixed $one) => new WorkspaceEvent(Cast::map($one)));
        $this->meta = new WorkspaceEventListMeta(Cast::map($raw['meta'] ?? null));
    }
}
