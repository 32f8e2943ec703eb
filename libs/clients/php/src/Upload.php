<?php

declare(strict_types=1);

namespace Waymark;

/** A file that is sent as it is. It is sent again after a failure where it can be read again. */
final readonly class Upload
{
    /** @param (\Closure(): resource)|null $open */
    private function __construct(
        private ?\Closure $open,
        private mixed $stream,
        public ?int $size,
        public string $mediaType,
    ) {
    }

    /** @param string|null $mediaType Absent: NDJSON for `.ndjson`, `.jsonl` and `.json`, else CSV. */
    public static function fromPath(string $path, ?string $mediaType = null): self
    {
        if (!is_readable($path)) {
            throw new \InvalidArgumentException("$path cannot be read");
        }
        $lines = preg_match('/\.(ndjson|jsonl|json)$/i', $path) === 1;
        $type = $mediaType ?? ($lines ? 'application/x-ndjson' : 'text/csv');
        $open = fn () => @fopen($path, 'rb') ?: throw new \RuntimeException("$path cannot be read");
        return new self($open, null, filesize($path) ?: null, $type);
    }

    public static function fromString(string $content, string $mediaType = 'text/csv'): self
    {
        $open = function () use ($content) {
            $stream = fopen('php://temp', 'w+b');
            fwrite($stream, $content);
            rewind($stream);
            return $stream;
        };
        return new self($open, null, strlen($content), $mediaType);
    }

    /** @param resource $stream Read once, so a failure is not repeated. */
    public static function fromStream(mixed $stream, string $mediaType = 'text/csv'): self
    {
        return new self(null, $stream, null, $mediaType);
    }

    public function isRepeatable(): bool
    {
        return $this->open !== null;
    }

    /** @return resource The content, from its beginning where it is repeatable. */
    public function open(): mixed
    {
        return $this->open === null ? $this->stream : ($this->open)();
    }

    /**
     * The next bytes of its content, none at its end.
     *
     * @param resource $stream
     * @return string|null Null where they cannot be read.
     */
    public static function next(mixed $stream, int $length): ?string
    {
        $part = @fread($stream, $length);
        return $part === false || ($part === '' && !feof($stream)) ? null : $part;
    }
}
