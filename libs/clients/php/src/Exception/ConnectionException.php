<?php

declare(strict_types=1);

namespace Waymark\Exception;

/** No answer, or not a whole one. */
class ConnectionException extends WaymarkException
{
}
