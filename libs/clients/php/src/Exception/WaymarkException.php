<?php

declare(strict_types=1);

namespace Waymark\Exception;

/** Whatever this library throws. */
class WaymarkException extends \RuntimeException
{
}
