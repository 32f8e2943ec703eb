<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** With `lineage=true`, for a rotation: the changes of the rotated key. */
final readonly class ApiKeyHistoryEntryPrevious extends Model
{
    /** Id of the rotated key. */
    public string $key_id;

    /**
     * By field of the public record: its value before and after this event.
     * @var array<string, Change>
     */
    public array $changes;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->key_id = Cast::string($raw['key_id'] ?? null);
        $this->changes = Cast::map($raw['changes'] ?? null, fn (mixed $one) => new Change(Cast::map($one)));
    }
}
