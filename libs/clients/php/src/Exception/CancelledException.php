<?php

declare(strict_types=1);

namespace Waymark\Exception;

/** The caller cancelled it. */
final class CancelledException extends WaymarkException
{
}
