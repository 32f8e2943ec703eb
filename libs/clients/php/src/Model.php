<?php

declare(strict_types=1);

namespace Waymark;

/**
 * A record of an answer. Answers are not validated: a field that is missing reads as null, or as empty where it is
 * always there. `raw` is the answer as it came, with fields that this version does not know.
 */
abstract readonly class Model implements \JsonSerializable
{
    /** @param array<string, mixed> $raw */
    public function __construct(public array $raw)
    {
    }

    /** @return array<string, mixed>|object */
    public function jsonSerialize(): array|object
    {
        return $this->raw === [] ? new \stdClass() : $this->raw;
    }
}
