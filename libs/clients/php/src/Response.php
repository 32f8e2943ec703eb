<?php

declare(strict_types=1);

namespace Waymark;

/** An HTTP response whose headers have arrived. */
final class Response
{
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
        $text = '';
        foreach ($this->chunks as $chunk) {
            $text .= $chunk;
        }
        return $text;
    }
}
