<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** What a look at a destination found. */
final readonly class CheckedDestination extends Model
{
    /** Whether a server answered, whatever its status. */
    public bool $reachable;

    /** HTTP status of the answer, after redirects. */
    public ?int $status;

    /** Where the redirects led. */
    public ?string $final_url;

    /** How many redirects were followed. */
    public ?int $redirects;

    /** Media type of the answer. */
    public ?string $content_type;

    /** Title of the page. */
    public ?string $title;

    /**
     * Why there is no answer. `unreachable`: no such host, no connection, or an address that is not public. `late`:
     * none within 5 seconds. `malformed`: no valid HTTP, or more than 5 redirects.
     */
    public ?string $error;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->reachable = Cast::bool($raw['reachable'] ?? null);
        $this->status = isset($raw['status']) ? Cast::int($raw['status']) : null;
        $this->final_url = isset($raw['final_url']) ? Cast::string($raw['final_url']) : null;
        $this->redirects = isset($raw['redirects']) ? Cast::int($raw['redirects']) : null;
        $this->content_type = isset($raw['content_type']) ? Cast::string($raw['content_type']) : null;
        $this->title = isset($raw['title']) ? Cast::string($raw['title']) : null;
        $this->error = isset($raw['error']) ? Cast::string($raw['error']) : null;
    }
}
