<?php

declare(strict_types=1);

namespace Waymark;

/** The redirect of a short URL, which is not followed. */
final readonly class Redirect
{
    /** @param string|null $location Where it leads; null for a page instead of a redirect. */
    public function __construct(public int $status, public ?string $location)
    {
    }
}
