<?php

declare(strict_types=1);

namespace Waymark;

use Psr\Http\Client\ClientExceptionInterface;
use Psr\Http\Client\ClientInterface;
use Psr\Http\Message\RequestFactoryInterface;
use Psr\Http\Message\StreamFactoryInterface;
use Psr\Http\Message\StreamInterface;
use Waymark\Exception\ConnectionException;

/**
 * Sends requests by an HTTP client of PSR-18. Time-outs, redirects and repeats are that client's: set it to follow no
 * redirect, and to stream bodies where exports are long. A call cannot be cancelled.
 */
final readonly class Psr18Transport implements Transport
{
    public function __construct(
        private ClientInterface $client,
        private RequestFactoryInterface $requests,
        private StreamFactoryInterface $streams,
    ) {
    }

    public function send(Request $request): Response
    {
        $message = $this->requests->createRequest($request->method, $request->url);
        foreach ($request->headers as $name => $value) {
            $message = $message->withHeader($name, $value);
        }
        $body = $request->body;
        if ($body !== null) {
            $stream = is_string($body)
                ? $this->streams->createStream($body)
                : $this->streams->createStreamFromResource($body->open());
            $message = $message->withBody($stream);
        }
        try {
            $response = $this->client->sendRequest($message);
        } catch (ClientExceptionInterface $error) {
            throw new ConnectionException($error->getMessage(), 0, $error);
        }
        $headers = [];
        foreach ($response->getHeaders() as $name => $values) {
            $headers[strtolower((string) $name)] = implode(', ', $values);
        }
        return new Response($response->getStatusCode(), $headers, self::chunks($response->getBody(), $headers));
    }

    /**
     * @param array<string, string> $headers
     * @return \Generator<int, string>
     */
    private static function chunks(StreamInterface $body, array $headers): \Generator
    {
        $read = 0;
        try {
            while (!$body->eof()) {
                $chunk = $body->read(65_536);
                $read += strlen($chunk);
                yield $chunk;
            }
        } catch (\RuntimeException $error) {
            throw new ConnectionException($error->getMessage(), 0, $error);
        }
        $encoded = isset($headers['content-encoding']);
        if (!$encoded && isset($headers['content-length']) && $read < (int) $headers['content-length']) {
            throw new ConnectionException('The body ended early.');
        }
    }
}
