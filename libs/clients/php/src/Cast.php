<?php

declare(strict_types=1);

namespace Waymark;

/** Reads values of answers without ever failing. */
final class Cast
{
    public static function string(mixed $value): string
    {
        return is_scalar($value) ? (string) $value : '';
    }

    public static function int(mixed $value): int
    {
        return is_scalar($value) ? (int) $value : 0;
    }

    public static function float(mixed $value): float
    {
        return is_scalar($value) ? (float) $value : 0.0;
    }

    public static function bool(mixed $value): bool
    {
        return (bool) $value;
    }

    /**
     * @template T
     * @param (\Closure(mixed): T)|null $each
     * @return ($each is null ? list<mixed> : list<T>)
     */
    public static function list(mixed $value, ?\Closure $each = null): array
    {
        $items = is_array($value) ? array_values($value) : [];
        return $each === null ? $items : array_map($each, $items);
    }

    /**
     * @template T
     * @param (\Closure(mixed): T)|null $each
     * @return ($each is null ? array<string, mixed> : array<string, T>)
     */
    public static function map(mixed $value, ?\Closure $each = null): array
    {
        $items = is_array($value) ? $value : [];
        return $each === null ? $items : array_map($each, $items);
    }
}
