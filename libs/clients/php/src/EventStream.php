<?php

declare(strict_types=1);

namespace Waymark;

use Waymark\Exception\ApiException;
use Waymark\Exception\ConnectionException;
use Waymark\Exception\ServerException;

/**
 * Server-sent events that go on after a cut, from the last event that had an id. A stream that ended because the key is
 * not accepted any more is opened again, too: the refusal says why.
 */
final class EventStream
{
    private ?string $lastId = null;
    private ?string $given = null;

    /**
     * @param \Closure(array<string, string>): Response $open With further headers.
     * @param \Closure(int): void $wait Before the next try, by the number of failures.
     */
    public function __construct(
        private readonly \Closure $open,
        private readonly \Closure $wait,
        private readonly int $maxRetries,
    ) {
    }

    /**
     * @template Item of Model
     * @param \Closure(array<string, mixed>): Item $make
     * @return \Generator<int, Item>
     */
    public function events(\Closure $make): \Generator
    {
        $failures = 0;
        while (true) {
            $reason = null;
            $error = new ConnectionException('The stream ended.');
            try {
                $response = ($this->open)($this->lastId === null ? [] : ['Last-Event-ID' => $this->lastId]);
                foreach (self::parse($response->chunks) as ['id' => $id, 'event' => $event, 'data' => $data]) {
                    $failures = 0;
                    $this->lastId = $id ?? $this->lastId;
                    if ($event === 'end') {
                        $reason = Json::object($data)['reason'] ?? 'unknown';
                        break;
                    }
                    $raw = $event === 'click' && $id !== $this->given ? Json::object($data) : null;
                    if ($raw !== null) {
                        $this->given = $id;
                        yield $make($raw);
                    }
                }
            } catch (ConnectionException | ServerException $error) {
            }
            if ($reason === null && ++$failures > $this->maxRetries) {
                throw $error;
            }
            if ($reason !== 'renew') {
                ($this->wait)(max(0, min($failures, 5) - 1));
            }
        }
    }

    /**
     * @param iterable<string> $chunks
     * @return \Generator<int, array{id: string|null, event: string, data: string}>
     */
    private static function parse(iterable $chunks): \Generator
    {
        $buffer = '';
        foreach ($chunks as $chunk) {
            $buffer = str_replace("\r\n", "\n", $buffer . $chunk);
            while (($end = strpos($buffer, "\n\n")) !== false) {
                $block = substr($buffer, 0, $end);
                $buffer = substr($buffer, $end + 2);
                yield self::block($block);
            }
        }
    }

    /** @return array{id: string|null, event: string, data: string} */
    private static function block(string $block): array
    {
        $id = null;
        $event = 'message';
        $data = [];
        foreach (explode("\n", $block) as $line) {
            [$field, $value] = [...explode(':', $line, 2), ''];
            $value = str_starts_with($value, ' ') ? substr($value, 1) : $value;
            match ($field) {
                'id' => $id = $value,
                'event' => $event = $value,
                'data' => $data[] = $value,
                default => null,
            };
        }
        return ['id' => $id, 'event' => $event, 'data' => implode("\n", $data)];
    }
}
