<?php

declare(strict_types=1);

namespace Waymark;

/** An HTTP response whose headers have arrived. */
final class Response
{
    private ?string $text = null;

    /**
     * @param array<string, string> $headers By name in lower case.
     * @param \Iterator<string> $chunks The body, read once. Throws a ConnectionException where it is cut.
     */
    public function __construct(
        public readonly int $status,
        public readonly array $headers,
        public readonly \Iterator $chunks,
    ) {
    }

    /** The whole body. */
    public function text(): string
    {
        return $this->text ??= implode('', iterator_to_array($this->chunks, false));
    }

    /**
     * The body bit by bit, or at once where it was read.
     *
     * @return iterable<string>
     */
    public function parts(): iterable
    {
        return $this->text === null ? $this->chunks : [$this->text];
    }
}
