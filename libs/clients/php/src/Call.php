<?php

declare(strict_types=1);

namespace Waymark;

/** One call of an operation: what is sent, and what may be done when it fails. */
final readonly class Call
{
    /**
     * @param string $path With its parameters filled in and encoded.
     * @param array<string, mixed> $query Lists are sent as one text with commas; null is left out.
     * @param object|list<mixed>|null $body Sent as JSON.
     * @param bool $idempotent Whether the operation takes an Idempotency-Key.
     * @param bool $retried Whether it may be sent again.
     * @param bool $public Whether it needs no credential, and is sent that of a request only.
     * @param list<string> $secrets Fields of the answer that are shown once.
     */
    public function __construct(
        public string $method,
        public string $path,
        public array $query = [],
        #[\SensitiveParameter] public object|array|null $body = null,
        public ?Upload $upload = null,
        public bool $idempotent = false,
        public bool $retried = true,
        public bool $public = false,
        public array $secrets = [],
    ) {
    }

    /** @return array<string, mixed> */
    public function __debugInfo(): array
    {
        // It may have a password.
        return ['body' => $this->body === null ? null : '…'] + get_object_vars($this);
    }

    /** @param array<string, mixed> $query Replaces values of the same names. */
    public function withQuery(array $query): self
    {
        return new self(
            $this->method,
            $this->path,
            [...$this->query, ...$query],
            $this->body,
            $this->upload,
            $this->idempotent,
            $this->retried,
            $this->public,
            $this->secrets,
        );
    }

    /**
     * A value as one part of a path. Nothing, `.` and `..` would lead to the path of another operation.
     *
     * @throws \InvalidArgumentException
     */
    public static function segment(string $value): string
    {
        if (in_array($value, ['', '.', '..'], true)) {
            throw new \InvalidArgumentException("'$value' is not an id.");
        }
        return rawurlencode($value);
    }

    public function url(string $baseUrl): string
    {
        $pairs = [];
        // Lists of analytics are filters with escapes. In all others a backslash means itself, and no value has a comma.
        $item = str_starts_with($this->path, '/v1/analytics/') ? self::item(...) : strval(...);
        foreach ($this->query as $name => $value) {
            if ($value === null) {
                continue;
            }
            $text = match (true) {
                is_bool($value) => $value ? 'true' : 'false',
                is_array($value) => implode(',', array_map($item, $value)),
                default => (string) $value,
            };
            $pairs[] = rawurlencode((string) $name) . '=' . rawurlencode($text);
        }
        return rtrim($baseUrl, '/') . $this->path . ($pairs === [] ? '' : '?' . implode('&', $pairs));
    }

    /** A value of a filter. A comma gets a backslash, unless it has one already, and so does a backslash at the end. */
    private static function item(mixed $value): string
    {
        return (string) preg_replace('/\\\\.(*SKIP)(*FAIL)|[\\\\,]/s', '\\\\$0', strval($value));
    }
}
