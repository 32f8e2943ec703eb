<?php

// A client of PSR-18 by PHP's own streams: bodies arrive bit by bit, and redirects are not followed.

declare(strict_types=1);

namespace Minimal;

use Psr\Http\Client\ClientExceptionInterface;
use Psr\Http\Client\ClientInterface;
use Psr\Http\Message\RequestFactoryInterface;
use Psr\Http\Message\RequestInterface;
use Psr\Http\Message\ResponseInterface;
use Psr\Http\Message\StreamFactoryInterface;
use Psr\Http\Message\StreamInterface;

final class Failed extends \RuntimeException implements ClientExceptionInterface
{
}

final readonly class Stream implements StreamInterface
{
    public function __construct(private mixed $resource)
    {
    }

    public function eof(): bool
    {
        return feof($this->resource);
    }

    public function read(int $length): string
    {
        return (string) fread($this->resource, $length);
    }

    public function getContents(): string
    {
        return (string) stream_get_contents($this->resource);
    }
}

final readonly class Request implements RequestInterface
{
    public function __construct(
        private string $method,
        private string $uri,
        private array $headers,
        private StreamInterface $body,
    ) {
    }

    public function getMethod(): string
    {
        return $this->method;
    }

    public function getUri(): string
    {
        return $this->uri;
    }

    public function getHeaders(): array
    {
        return $this->headers;
    }

    public function getBody(): StreamInterface
    {
        return $this->body;
    }

    public function withHeader(string $name, string $value): static
    {
        return new self($this->method, $this->uri, [...$this->headers, $name => [$value]], $this->body);
    }

    public function withBody(StreamInterface $body): static
    {
        return new self($this->method, $this->uri, $this->headers, $body);
    }
}

final readonly class Response implements ResponseInterface
{
    public function __construct(private int $status, private array $headers, private StreamInterface $body)
    {
    }

    public function getStatusCode(): int
    {
        return $this->status;
    }

    public function getHeaders(): array
    {
        return $this->headers;
    }

    public function getBody(): StreamInterface
    {
        return $this->body;
    }
}

final class Factory implements RequestFactoryInterface, StreamFactoryInterface
{
    public function createRequest(string $method, string $uri): RequestInterface
    {
        return new Request($method, $uri, [], $this->createStream());
    }

    public function createStream(string $content = ''): StreamInterface
    {
        $resource = fopen('php://temp', 'w+b');
        fwrite($resource, $content);
        rewind($resource);
        return new Stream($resource);
    }

    public function createStreamFromResource(mixed $resource): StreamInterface
    {
        return new Stream($resource);
    }
}

final class Client implements ClientInterface
{
    public function sendRequest(RequestInterface $request): ResponseInterface
    {
        $lines = ['Connection: close'];
        foreach ($request->getHeaders() as $name => $values) {
            foreach ($values as $value) {
                $lines[] = "$name: $value";
            }
        }
        $options = [
            'method' => $request->getMethod(),
            'header' => $lines,
            'content' => $request->getBody()->getContents(),
            'follow_location' => 0,
            'ignore_errors' => true,
            'protocol_version' => '1.1',
        ];
        $body = @fopen($request->getUri(), 'rb', false, stream_context_create(['http' => $options]));
        if ($body === false) {
            throw new Failed(error_get_last()['message'] ?? 'no connection');
        }
        $head = stream_get_meta_data($body)['wrapper_data'];
        $headers = [];
        foreach (array_slice($head, 1) as $line) {
            [$name, $value] = explode(':', $line, 2) + [1 => ''];
            $headers[$name][] = trim($value);
        }
        return new Response((int) explode(' ', $head[0])[1], $headers, new Stream($body));
    }
}
