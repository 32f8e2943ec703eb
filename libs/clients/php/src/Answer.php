<?php

declare(strict_types=1);

namespace Waymark;

use Waymark\Exception\ApiException;

/** A response of success with its whole body. */
final readonly class Answer
{
    /** @param array<string, string> $headers By name in lower case. */
    public function __construct(public int $status, public array $headers, #[\SensitiveParameter] public string $text)
    {
    }

    /**
     * @return array<string, mixed>
     * @throws ApiException if the body is not a JSON object
     */
    public function json(): array
    {
        $value = Json::object($this->text);
        if ($value === null) {
            throw ApiException::of($this->status, $this->headers, $this->text);
        }
        return $value;
    }
}
