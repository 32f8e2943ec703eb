<?php

declare(strict_types=1);

namespace Waymark;

use Waymark\Exception\CancelledException;
use Waymark\Exception\ConnectionException;
use Waymark\Exception\TimeoutException;

/** One request of curl and its response, bit by bit. */
final class CurlExchange
{
    /** CURL_READFUNC_ABORT, for which PHP has no constant. */
    private const ABORT = 0x10000000;

    private readonly \CurlHandle $handle;
    private int $status = 0;
    /** @var array<string, string> */
    private array $headers = [];
    private bool $headed = false;
    /** @var list<string> */
    private array $chunks = [];
    private ?int $result = null;
    private bool $closed = false;
    /** Whether the file to send failed. */
    private bool $unreadable = false;
    /** When the attempt, or the silence, is over: nanoseconds. */
    private float $deadline;

    /** @param \WeakMap<\CurlHandle, int> $results Of all exchanges of the multi handle, which tells each once. */
    public function __construct(
        private readonly Request $request,
        private readonly \CurlMultiHandle $multi,
        private readonly \WeakMap $results,
    ) {
        $this->handle = curl_init();
        $this->postpone();
        curl_setopt_array($this->handle, $this->options());
        curl_multi_add_handle($this->multi, $this->handle);
    }

    public function __destruct()
    {
        $this->close();
    }

    public function respond(): Response
    {
        while (!$this->headed && $this->result === null) {
            $this->pump();
        }
        if (!$this->headed) {
            throw $this->failure();
        }
        return new Response($this->status, $this->headers, $this->body());
    }

    /** @return \Generator<int, string> */
    private function body(): \Generator
    {
        try {
            while (true) {
                if ($this->chunks !== []) {
                    $ready = $this->chunks;
                    $this->chunks = [];
                    yield implode('', $ready);
                } elseif ($this->result === null) {
                    $this->pump();
                } elseif ($this->result === CURLE_OK) {
                    return;
                } else {
                    throw $this->failure();
                }
            }
        } finally {
            $this->close();
        }
    }

    /** Moves bytes, or waits a little for some. */
    private function pump(): void
    {
        if ($this->request->cancelled !== null && ($this->request->cancelled)()) {
            $this->close();
            throw new CancelledException('The call was cancelled.');
        }
        curl_multi_exec($this->multi, $running);
        while (($done = curl_multi_info_read($this->multi)) !== false) {
            $this->results[$done['handle']] = $done['result'];
        }
        $this->result = $this->results[$this->handle] ?? null;
        if ($this->result !== null || $this->chunks !== []) {
            return;
        }
        if (hrtime(true) > $this->deadline) {
            $this->close();
            throw new TimeoutException(sprintf('No answer within %g s.', $this->request->timeout));
        }
        if (curl_multi_select($this->multi, 0.05) === -1) {
            usleep(1_000);
        }
    }

    private function failure(): \RuntimeException
    {
        $text = curl_strerror($this->result ?? 0) ?? 'no connection';
        $this->close();
        if ($this->unreadable) {
            return new \RuntimeException('The file cannot be read to its end.');
        }
        return $this->result === CURLE_OPERATION_TIMEDOUT
            ? new TimeoutException($text)
            : new ConnectionException($text);
    }

    private function close(): void
    {
        if (!$this->closed) {
            $this->closed = true;
            curl_multi_remove_handle($this->multi, $this->handle);
        }
    }

    private function postpone(): void
    {
        $this->deadline = hrtime(true) + $this->request->timeout * 1e9;
    }

    /** @return array<int, mixed> */
    private function options(): array
    {
        $lines = array_map(fn ($name, $value) => "$name: $value", array_keys($this->request->headers), $this->request->headers);
        $options = [
            CURLOPT_URL => $this->request->url,
            CURLOPT_CUSTOMREQUEST => $this->request->method,
            CURLOPT_HTTPHEADER => [...$lines, 'Expect:'],
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_ENCODING => '',
            CURLOPT_CONNECTTIMEOUT_MS => (int) min(10_000, $this->request->timeout * 1000),
            // The answer of a proxy to CONNECT is not that of the server.
            CURLOPT_SUPPRESS_CONNECT_HEADERS => true,
            CURLOPT_HEADERFUNCTION => fn ($handle, string $line) => $this->header($line),
            CURLOPT_WRITEFUNCTION => fn ($handle, string $chunk) => $this->chunk($chunk),
            // On a kept connection that has died, curl sends again by itself.
            CURLOPT_FRESH_CONNECT => $this->request->once,
        ];
        return $options + $this->bodyOptions();
    }

    /** @return array<int, mixed> */
    private function bodyOptions(): array
    {
        $body = $this->request->body;
        if (is_string($body)) {
            return [CURLOPT_POSTFIELDS => $body];
        }
        if ($body === null) {
            return $this->request->method === 'POST' ? [CURLOPT_POSTFIELDS => ''] : [];
        }
        $stream = $body->open();
        return [
            CURLOPT_UPLOAD => true,
            CURLOPT_READFUNCTION => function ($handle, $file, int $length) use ($stream): string|int {
                $this->postpone();
                $part = Upload::next($stream, $length);
                $this->unreadable = $part === null;
                return $part ?? self::ABORT;
            },
        ] + ($body->size === null ? [] : [CURLOPT_INFILESIZE => $body->size]);
    }

    private function header(string $line): int
    {
        $text = trim($line);
        if (preg_match('~^HTTP/\S+ (\d{3})~', $text, $match) === 1) {
            $this->status = (int) $match[1];
            $this->headers = [];
        } elseif ($text === '') {
            $this->headed = $this->status >= 200;
        } elseif (str_contains($text, ':')) {
            [$name, $value] = explode(':', $text, 2);
            $this->headers[strtolower($name)] = trim($value);
        }
        if ($this->request->streamed) {
            $this->postpone();
        }
        return strlen($line);
    }

    private function chunk(string $chunk): int
    {
        $this->chunks[] = $chunk;
        if ($this->request->streamed) {
            $this->postpone();
        }
        return strlen($chunk);
    }
}
