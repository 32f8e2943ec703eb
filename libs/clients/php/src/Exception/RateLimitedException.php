<?php

declare(strict_types=1);

namespace Waymark\Exception;

/** 429. `retryAfter` is how long to wait. */
final class RateLimitedException extends ApiException
{
}
