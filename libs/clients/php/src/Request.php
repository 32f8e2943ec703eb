<?php

declare(strict_types=1);

namespace Waymark;

/** An HTTP request, as a transport sends it. */
final readonly class Request
{
    /**
     * @param array<string, string> $headers
     * @param float $timeout Seconds.
     * @param bool $streamed Whether the body of the response is read bit by bit.
     * @param bool $once Whether the transport must not send it again by itself, on another connection.
     * @param (\Closure(): bool)|null $cancelled
     */
    public function __construct(
        public string $method,
        public string $url,
        public array $headers,
        public string|Upload|null $body,
        public float $timeout,
        public bool $streamed,
        public bool $once,
        public ?\Closure $cancelled,
    ) {
    }
}
