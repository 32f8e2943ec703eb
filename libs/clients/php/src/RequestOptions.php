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
     * @param (\Closure(Response): void)|null $onResponse Gets the response of the last attempt: status and headers.
     */
    public function __construct(
        #[\SensitiveParameter] public ?string $apiKey = null,
        public ?string $baseUrl = null,
        public ?float $timeout = null,
        public ?int $maxRetries = null,
        public ?string $ifMatch = null,
        public ?string $idempotencyKey = null,
        public array $headers = [],
        public ?\Closure $cancelled = null,
        public ?\Closure $onResponse = null,
    ) {
    }

    /** @return array<string, mixed> */
    public function __debugInfo(): array
    {
        return ['apiKey' => $this->apiKey === null ? null : Waymark::redacted($this->apiKey)] + get_object_vars($this);
    }

    /** @param array<string, string> $headers */
    public function withHeaders(array $headers): self
    {
        return new self(
            $this->apiKey,
            $this->baseUrl,
            $this->timeout,
            $this->maxRetries,
            $this->ifMatch,
            $this->idempotencyKey,
            [...$this->headers, ...$headers],
            $this->cancelled,
            $this->onResponse,
        );
    }
}
