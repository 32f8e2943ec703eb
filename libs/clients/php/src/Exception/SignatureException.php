<?php

declare(strict_types=1);

namespace Waymark\Exception;

/** A delivery that is not from Waymark, was changed, or is too old. */
final class SignatureException extends WaymarkException
{
}
