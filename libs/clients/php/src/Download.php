<?php

declare(strict_types=1);

namespace Waymark;

use Waymark\Exception\ConnectionException;
use Waymark\Exception\CutException;
use Waymark\Exception\TimeoutException;

/**
 * A file that arrives bit by bit; it can be read once.
 *
 * @implements \IteratorAggregate<int, string>
 */
final readonly class Download implements \IteratorAggregate
{
    public function __construct(private Response $response)
    {
    }

    public function mediaType(): string
    {
        return $this->response->headers['content-type'] ?? '';
    }

    /** @return array<string, string> By name in lower case. */
    public function headers(): array
    {
        return $this->response->headers;
    }

    /**
     * @return \Generator<int, string>
     * @throws CutException if it ends before it is whole
     */
    public function getIterator(): \Generator
    {
        try {
            foreach ($this->response->parts() as $chunk) {
                yield $chunk;
            }
        } catch (ConnectionException | TimeoutException $error) {
            throw new CutException('The file was cut off: ' . $error->getMessage(), 0, $error);
        }
    }

    /**
     * @param callable(string): mixed $take Gets each part.
     * @throws CutException
     */
    public function each(callable $take): void
    {
        foreach ($this as $part) {
            $take($part);
        }
    }

    /** @throws CutException */
    public function contents(): string
    {
        return implode('', iterator_to_array($this, false));
    }

    /**
     * Writes a file. It stands at its path only once it is whole.
     *
     * @return int Bytes.
     * @throws CutException
     */
    public function save(string $path): int
    {
        $temporary = $path . '.' . bin2hex(random_bytes(6)) . '.part';
        $file = @fopen($temporary, 'xb');
        if ($file === false) {
            throw new \RuntimeException("$temporary cannot be written");
        }
        try {
            $bytes = 0;
            foreach ($this as $part) {
                if (fwrite($file, $part) !== strlen($part)) {
                    throw new \RuntimeException("$temporary cannot be written");
                }
                $bytes += strlen($part);
            }
            if (!fflush($file) || !fclose($file) || !rename($temporary, $path)) {
                throw new \RuntimeException("$path cannot be written");
            }
            return $bytes;
        } finally {
            if (is_resource($file)) {
                fclose($file);
            }
            if (is_file($temporary)) {
                unlink($temporary);
            }
        }
    }
}
