<?php

declare(strict_types=1);

namespace Waymark;

use Waymark\Resource\Resources;

/** A client of the Waymark API. */
final class Waymark
{
    use Resources;

    public const VERSION = '1.0.0';
    private const BASE_URL = 'http://localhost:3000';

    /**
     * @param string|null $apiKey Absent: WAYMARK_API_KEY.
     * @param string|null $baseUrl Absent: WAYMARK_BASE_URL, else http://localhost:3000.
     * @param float $timeout Seconds, see RequestOptions.
     * @param int $maxRetries Repeats after a first attempt that failed, at most.
     * @param Transport|null $transport Absent: curl.
     * @throws \InvalidArgumentException if the key or the base URL cannot be one
     */
    public function __construct(
        #[\SensitiveParameter] ?string $apiKey = null,
        #[\SensitiveParameter] ?string $baseUrl = null,
        float $timeout = 60.0,
        int $maxRetries = 2,
        ?Transport $transport = null,
    ) {
        $key = $apiKey ?? self::environment('WAYMARK_API_KEY');
        $url = $baseUrl ?? self::environment('WAYMARK_BASE_URL') ?? self::BASE_URL;
        $defaults = new RequestOptions(apiKey: $key, baseUrl: $url, timeout: $timeout, maxRetries: $maxRetries);
        $this->connect(new Client($transport ?? new CurlTransport(), $defaults));
    }

    /** A key that may stand in a log. */
    public static function redacted(#[\SensitiveParameter] string $key): string
    {
        return preg_match('/^svc_(live|test)_/', $key) === 1 ? substr($key, 0, 13) . '…' : '…';
    }

    /** What the process has, or else what a loader of settings or a web server has put beside it. */
    private static function environment(string $name): ?string
    {
        foreach ([getenv($name), $_ENV[$name] ?? null, $_SERVER[$name] ?? null] as $value) {
            if (is_string($value) && $value !== '') {
                return $value;
            }
        }
        return null;
    }
}
