<?php

declare(strict_types=1);

namespace Waymark;

/** Headers of requests. Their names are equal in any case. */
final class Headers
{
    private const SECRET = ['authorization', 'cookie', 'proxy-authorization', 'x-api-key'];

    /**
     * @param array<string, string|null> $headers Null leaves one out.
     * @param array<string, string> $others They replace those of the same names.
     * @return array<string, string>
     */
    public static function merged(
        #[\SensitiveParameter] array $headers,
        #[\SensitiveParameter] array $others,
    ): array {
        $merged = [];
        foreach ([$headers, $others] as $some) {
            foreach ($some as $name => $value) {
                if ($value !== null) {
                    $merged[strtolower((string) $name)] = [$name, $value];
                }
            }
        }
        return array_column($merged, 1, 0);
    }

    /**
     * Headers as they may stand in a log.
     *
     * @param array<string, string> $headers
     * @return array<string, string>
     */
    public static function redacted(#[\SensitiveParameter] array $headers): array
    {
        $shown = [];
        foreach ($headers as $name => $value) {
            $shown[$name] = in_array(strtolower((string) $name), self::SECRET, true) ? '…' : $value;
        }
        return $shown;
    }
}
