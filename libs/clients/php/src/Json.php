<?php

declare(strict_types=1);

namespace Waymark;

/** JSON as it is sent and read. */
final class Json
{
    public static function encode(#[\SensitiveParameter] mixed $value): string
    {
        $flags = JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_PRESERVE_ZERO_FRACTION;
        $text = json_encode($value, $flags);
        // Thrown here, so that no call stack has the value.
        return $text !== false ? $text : throw new \JsonException(json_last_error_msg(), json_last_error());
    }

    /**
     * Objects become arrays; an empty one stays an object, so that it is one when it is written again.
     *
     * @return array<string, mixed>|null Null where the text is not a JSON object.
     */
    public static function object(#[\SensitiveParameter] string $text): ?array
    {
        $value = json_decode($text);
        return $value instanceof \stdClass ? self::fields($value) : null;
    }

    /** @return array<string, mixed> */
    private static function fields(\stdClass $object): array
    {
        return array_map(self::plain(...), get_object_vars($object));
    }

    private static function plain(mixed $value): mixed
    {
        if (is_array($value)) {
            return array_map(self::plain(...), $value);
        }
        if (!$value instanceof \stdClass) {
            return $value;
        }
        $fields = self::fields($value);
        return $fields === [] ? $value : $fields;
    }
}
