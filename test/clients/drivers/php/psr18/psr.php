<?php

// The interfaces of PSR-7, PSR-17 and PSR-18, as far as a sender of requests needs them: where the packages are absent.

declare(strict_types=1);

namespace Psr\Http\Message {
    interface StreamInterface
    {
        public function eof(): bool;
        public function read(int $length): string;
        public function getContents(): string;
    }

    interface RequestInterface
    {
        public function getMethod(): string;
        public function getUri(): string;
        /** @return array<string, list<string>> */
        public function getHeaders(): array;
        public function getBody(): StreamInterface;
        public function withHeader(string $name, string $value): static;
        public function withBody(StreamInterface $body): static;
    }

    interface ResponseInterface
    {
        public function getStatusCode(): int;
        /** @return array<string, list<string>> */
        public function getHeaders(): array;
        public function getBody(): StreamInterface;
    }

    interface RequestFactoryInterface
    {
        public function createRequest(string $method, string $uri): RequestInterface;
    }

    interface StreamFactoryInterface
    {
        public function createStream(string $content = ''): StreamInterface;
        /** @param resource $resource */
        public function createStreamFromResource(mixed $resource): StreamInterface;
    }
}

namespace Psr\Http\Client {
    use Psr\Http\Message\RequestInterface;
    use Psr\Http\Message\ResponseInterface;

    interface ClientExceptionInterface extends \Throwable
    {
    }

    interface ClientInterface
    {
        /** @throws ClientExceptionInterface */
        public function sendRequest(RequestInterface $request): ResponseInterface;
    }
}
