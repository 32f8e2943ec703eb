<?php

declare(strict_types=1);

namespace Waymark;

/** What holds for one request only; null means as the client says. */
final readonly class RequestOptions
{
    /**
     * @param string|null $apiKey An API key or an access token. It is sent also where no credential is needed, such as by
     *     `auth->accept`.
     * @param float|null $timeout Seconds: for an attempt until its JSON answer is read; for files and live until the
     *     headers, then for each silence; for uploads for each silence while they are sent, then for the answer.
     * @param int|null $maxRetries Repeats after the first attempt, at most.
     * @param string|null $ifMatch The ETag, or the `revision`, that the resource must still have.
     * @param array<string, string> $headers Further headers.
     * @param (\Closure(): bool)|null $cancelled Asked several times a second; true ends the call.
     * @param (\Closure(Response): void)|null $onResponse Gets the response of the last attempt, once for each request, also
     *     of one that fails: status, headers and `text()`.
     * @throws \InvalidArgumentException if the key or the base URL cannot be one
     */
    public function __construct(
        #[\SensitiveParameter] public ?string $apiKey = null,
        #[\SensitiveParameter] public ?string $baseUrl = null,
        public ?float $timeout = null,
        public ?int $maxRetries = null,
        public ?string $ifMatch = null,
        public ?string $idempotencyKey = null,
        #[\SensitiveParameter] public array $headers = [],
        public ?\Closure $cancelled = null,
        public ?\Closure $onResponse = null,
    ) {
        if ($apiKey !== null && preg_match('/[^\x21-\x7e]/', $apiKey) === 1) {
            throw new \InvalidArgumentException('The API key has characters that no key has, for example a line break at its end.');
        }
        if ($baseUrl !== null) {
            self::checkBaseUrl($baseUrl);
        }
    }

    /** @return array<string, mixed> */
    public function __debugInfo(): array
    {
        return [
            'apiKey' => $this->apiKey === null ? null : Waymark::redacted($this->apiKey),
            'headers' => Headers::redacted($this->headers),
        ] + get_object_vars($this);
    }

    /** @param array<string, string> $headers */
    public function withHeaders(#[\SensitiveParameter] array $headers): self
    {
        return new self(
            $this->apiKey,
            $this->baseUrl,
            $this->timeout,
            $this->maxRetries,
            $this->ifMatch,
            $this->idempotencyKey,
            Headers::merged($this->headers, $headers),
            $this->cancelled,
            $this->onResponse,
        );
    }

    private static function checkBaseUrl(#[\SensitiveParameter] string $url): void
    {
        $parts = parse_url($url);
        if ($parts === false || !in_array(strtolower($parts['scheme'] ?? ''), ['http', 'https'], true) || ($parts['host'] ?? '') === '') {
            throw new \InvalidArgumentException('The base URL must begin with http:// or https:// and have a host.');
        }
        if (array_intersect_key($parts, ['user' => 1, 'pass' => 1, 'query' => 1, 'fragment' => 1]) !== []) {
            throw new \InvalidArgumentException('The base URL must have no user, query or fragment.');
        }
    }
}
