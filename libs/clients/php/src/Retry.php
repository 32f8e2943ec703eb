<?php

declare(strict_types=1);

namespace Waymark;

use Waymark\Exception\ApiException;
use Waymark\Exception\WaymarkException;

/** When a failed attempt is repeated. */
final class Retry
{
    /** A longer wait is the caller's decision. */
    private const LONGEST = 61.0;

    /** @return float|null Seconds; null where it is not repeated. */
    public static function delayAfter(WaymarkException $error, int $attempt): ?float
    {
        if (!$error instanceof ApiException) {
            return self::delay($attempt, null);
        }
        $mayPass = in_array($error->status, [408, 429], true) || $error->status >= 500;
        if (!$mayPass && $error->errorCode !== 'idempotency_in_progress') {
            return null;
        }
        return $error->retryAfter !== null && $error->retryAfter > self::LONGEST
            ? null
            : self::delay($attempt, $error->retryAfter);
    }

    /** What the answer says, else half a second that doubles up to 8 s, less up to a quarter. */
    public static function delay(int $attempt, ?float $retryAfter): float
    {
        return $retryAfter ?? 0.5 * 2 ** min($attempt, 4) * (1 - 0.25 * random_int(0, 1000) / 1000);
    }
}
