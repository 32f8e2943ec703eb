<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** An event of a resource of the workspace. */
final readonly class WorkspaceEvent extends Model
{
    /** Id of the event, the same as that of its public event. */
    public string $id;

    /** Name of the event, as webhooks have it. */
    public string $type;

    /** When it happened. */
    public string $at;

    /** Who did it: an API key, a user or the system. */
    public Actor $actor;

    /** Id of the request that caused it. */
    public string $request_id;

    /**
     * By field of the public record: its value before and after this event.
     * @var array<string, Change>
     */
    public array $changes;

    /** Revision of the event in its stream, from 0. */
    public string $revision;

    /** What an event is about. */
    public EventResource $resource;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->id = Cast::string($raw['id'] ?? null);
        $this->type = Cast::string($raw['type'] ?? null);
        $this->at = Cast::string($raw['at'] ?? null);
        $this->actor = new Actor(Cast::map($raw['actor'] ?? null));
        $this->request_id = Cast::string($raw['request_id'] ?? null);
        $this->changes = Cast::map($raw['changes'] ?? null, fn (mixed $one) => new Change(Cast::map($one)));
        $this->revision = Cast::string($raw['revision'] ?? null);
        $this->resource = new EventResource(Cast::map($raw['resource'] ?? null));
    }
}
