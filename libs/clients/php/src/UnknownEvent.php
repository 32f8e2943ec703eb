<?php

declare(strict_types=1);

namespace Waymark;

/** An event of a type that this version does not know. */
final readonly class UnknownEvent extends Model
{
    public string $id;
    public string $type;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->id = Cast::string($raw['id'] ?? null);
        $this->type = Cast::string($raw['type'] ?? null);
    }
}
