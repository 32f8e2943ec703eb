<?php

declare(strict_types=1);

namespace Waymark;

use Waymark\Exception\ApiException;
use Waymark\Exception\CancelledException;
use Waymark\Exception\ConnectionException;
use Waymark\Exception\NotFoundException;
use Waymark\Exception\RateLimitedException;
use Waymark\Exception\SecretLostException;
use Waymark\Exception\WaymarkException;

/** Sends calls: credentials, one Idempotency-Key and one body for all attempts, repeats, errors. */
final readonly class Client
{
    public function __construct(private Transport $transport, private RequestOptions $defaults)
    {
    }

    /** @throws WaymarkException */
    public function send(Call $call, ?RequestOptions $options): Answer
    {
        return $this->attempts($call, $options, 'application/json', function (Response $response): Answer {
            return new Answer($response->status, $response->headers, $response->text());
        });
    }

    /**
     * @return array<string, mixed>
     * @throws WaymarkException
     */
    public function json(Call $call, ?RequestOptions $options): array
    {
        $answer = $this->send($call, $options);
        $record = $answer->json();
        $replayed = ($answer->headers['idempotent-replayed'] ?? '') === 'true';
        foreach ($replayed ? $call->secrets : [] as $secret) {
            if (!isset($record[$secret])) {
                throw new SecretLostException($record);
            }
        }
        return $record;
    }

    /** @throws WaymarkException */
    public function text(Call $call, ?RequestOptions $options): string
    {
        return $this->send($call, $options)->text;
    }

    /** @throws WaymarkException */
    public function download(Call $call, ?RequestOptions $options): Download
    {
        return new Download($this->stream($call, $options, '*/*'));
    }

    /** @throws WaymarkException */
    public function redirect(Call $call, ?RequestOptions $options): Redirect
    {
        return $this->attempts($call, $options, '*/*', function (Response $response): Redirect {
            $response->text();
            return new Redirect($response->status, $response->headers['location'] ?? null);
        }, fn (int $status) => $status >= 300 && $status < 400);
    }

    /**
     * @template Item of Model
     * @param \Closure(array<string, mixed>): Item $make
     * @return \Generator<int, Item>
     * @throws WaymarkException
     */
    public function events(Call $call, \Closure $make, ?RequestOptions $options): \Generator
    {
        $retries = $options?->maxRetries ?? $this->defaults->maxRetries ?? 0;
        return (new EventStream(
            fn (array $headers) => $this->stream($call, self::adding($options, $headers), 'text/event-stream'),
            fn (int $failures) => self::wait(Retry::delay($failures, null), $options),
            $retries,
        ))->events($make);
    }

    private function stream(Call $call, ?RequestOptions $options, string $accept): Response
    {
        return $this->attempts($call, $options, $accept, fn (Response $response) => $response, streamed: true);
    }

    /** @param array<string, string> $headers */
    private static function adding(?RequestOptions $options, array $headers): RequestOptions
    {
        return ($options ?? new RequestOptions())->withHeaders($headers);
    }

    /**
     * @template T
     * @param \Closure(Response): T $read
     * @param (\Closure(int): bool)|null $alsoSuccess Statuses beside 2xx and 304 that are answers.
     * @return T
     */
    private function attempts(
        Call $call,
        ?RequestOptions $options,
        string $accept,
        \Closure $read,
        ?\Closure $alsoSuccess = null,
        bool $streamed = false,
    ): mixed {
        $key = $options?->idempotencyKey ?? ($call->idempotent ? self::uuid() : null);
        $body = $call->body === null ? $call->upload : Json::encode($call->body);
        $retries = $options?->maxRetries ?? $this->defaults->maxRetries ?? 0;
        $repeatable = $call->retried && ($call->upload?->isRepeatable() ?? true);
        $maybeDone = false;
        for ($attempt = 0;; $attempt++) {
            $request = $this->request($call, $options, $accept, $body, $key, $attempt, $streamed);
            [$response, $error] = $this->attempt($request, $alsoSuccess);
            $delay = $error !== null && $repeatable && $attempt < $retries ? Retry::delayAfter($error, $attempt) : null;
            if ($delay === null) {
                return self::settled($call, $options, $response, $error, $maybeDone, $read);
            }
            // A rate limit refuses before anything is done.
            $maybeDone = $maybeDone || !$error instanceof RateLimitedException;
            self::wait($delay, $options);
        }
    }

    /**
     * Sends a request, and reads the answer unless it is a stream.
     *
     * @param (\Closure(int): bool)|null $alsoSuccess
     * @return array{Response|null, ApiException|ConnectionException|null}
     */
    private function attempt(Request $request, ?\Closure $alsoSuccess): array
    {
        try {
            $response = $this->transport->send($request);
            $status = $response->status;
            $success = $status < 300 || $status === 304 || ($alsoSuccess !== null && $alsoSuccess($status));
            if ($success && $request->streamed) {
                return [$response, null];
            }
            $text = $response->text();
        } catch (ConnectionException $error) {
            return [null, $error];
        }
        return [$response, $success ? null : ApiException::of($status, $response->headers, $text)];
    }

    /**
     * @template T
     * @param bool $maybeDone Whether an attempt before the last one may have been done.
     * @param \Closure(Response): T $read
     * @return T
     */
    private static function settled(
        Call $call,
        ?RequestOptions $options,
        ?Response $response,
        ApiException|ConnectionException|null $error,
        bool $maybeDone,
        \Closure $read,
    ): mixed {
        if ($response !== null && $options?->onResponse !== null) {
            ($options->onResponse)($response);
        }
        // A page of a proxy does not say that it is gone.
        $gone = $error instanceof NotFoundException && $error->status === 404 && $error->problem !== null;
        return match (true) {
            $response !== null && $error === null => $read($response),
            $gone && $call->method === 'DELETE' && $maybeDone => $read(new Response(204, $error->headers, new \ArrayIterator([]))),
            default => throw $error,
        };
    }

    private function request(
        Call $call,
        ?RequestOptions $options,
        string $accept,
        #[\SensitiveParameter] string|Upload|null $body,
        ?string $idempotencyKey,
        int $attempt,
        bool $streamed,
    ): Request {
        $key = $options?->apiKey ?? ($call->public ? null : $this->defaults->apiKey);
        $contentType = $body instanceof Upload ? $body->mediaType : 'application/json';
        $headers = [
            'Accept' => $accept,
            'User-Agent' => sprintf('waymark-php/%s (php %s; %s)', Waymark::VERSION, PHP_VERSION, PHP_OS),
            'Authorization' => $key === null ? null : "Bearer $key",
            'Content-Type' => $body === null ? null : $contentType,
            'Idempotency-Key' => $idempotencyKey,
            'If-Match' => $options?->ifMatch,
            'X-Waymark-Retry' => $attempt === 0 ? null : (string) $attempt,
        ];
        return new Request(
            $call->method,
            $call->url($options?->baseUrl ?? $this->defaults->baseUrl ?? ''),
            self::checked(Headers::merged($headers, $options?->headers ?? [])),
            $body,
            $options?->timeout ?? $this->defaults->timeout ?? 60.0,
            $streamed,
            // A DELETE that curl sends twice by itself would find nothing the second time.
            !$call->retried || $call->method === 'DELETE',
            $options?->cancelled,
        );
    }

    /**
     * A line break would begin another header.
     *
     * @param array<string, string> $headers
     * @return array<string, string>
     * @throws \InvalidArgumentException
     */
    private static function checked(#[\SensitiveParameter] array $headers): array
    {
        foreach ($headers as $name => $value) {
            if (preg_match('/^[!#$%&\'*+.^_`|~0-9A-Za-z-]+$/D', (string) $name) !== 1) {
                throw new \InvalidArgumentException('The name of a header has characters that none can have.');
            }
            if (preg_match('/[^\t\x20-\x7e\x80-\xff]/', $value) === 1) {
                throw new \InvalidArgumentException("The header $name has characters that no header can have.");
            }
        }
        return $headers;
    }

    /** Waits, in steps short enough to be cancelled. @throws CancelledException */
    private static function wait(float $seconds, ?RequestOptions $options): void
    {
        $end = hrtime(true) + (int) ($seconds * 1e9);
        while (($left = $end - hrtime(true)) > 0) {
            if ($options?->cancelled !== null && ($options->cancelled)()) {
                throw new CancelledException('The call was cancelled.');
            }
            usleep((int) min($left / 1000 + 1, 100_000));
        }
    }

    private static function uuid(): string
    {
        $hex = bin2hex(random_bytes(16));
        $variant = dechex(8 + (hexdec($hex[16]) & 3));
        return implode('-', [
            substr($hex, 0, 8),
            substr($hex, 8, 4),
            '4' . substr($hex, 13, 3),
            $variant . substr($hex, 17, 3),
            substr($hex, 20),
        ]);
    }
}
