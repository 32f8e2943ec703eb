<?php

declare(strict_types=1);

namespace Waymark\Exception;

/** A file that ended before it was whole. */
final class CutException extends WaymarkException
{
}
