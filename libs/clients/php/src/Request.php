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
        #[\SensitiveParameter] public array $headers,
        #[\SensitiveParameter] public string|Upload|null $body,
        public float $timeout,
        public bool $streamed,
        public bool $once,
        public ?\Closure $cancelled,
    ) {
    }

    /** @return array<string, mixed> */
    public function __debugInfo(): array
    {
        return [
            'headers' => Headers::redacted($this->headers),
            // It may have a password.
            'body' => is_string($this->body) ? '…' : $this->body,
        ] + get_object_vars($this);
    }
}
