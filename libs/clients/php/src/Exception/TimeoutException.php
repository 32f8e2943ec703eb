<?php

declare(strict_types=1);

namespace Waymark\Exception;

/** No answer in time. */
final class TimeoutException extends ConnectionException
{
}
