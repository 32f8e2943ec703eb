<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** Open Graph fields for bots that preview links. */
final readonly class Preview extends Model
{
    /** Title of the preview. */
    public ?string $title;

    /** Text of the preview. */
    public ?string $description;

    /** Address of its image. */
    public ?string $image_url;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->title = isset($raw['title']) ? Cast::string($raw['title']) : null;
        $this->description = isset($raw['description']) ? Cast::string($raw['description']) : null;
        $this->image_url = isset($raw['image_url']) ? Cast::string($raw['image_url']) : null;
    }
}
