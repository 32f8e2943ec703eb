<?php

declare(strict_types=1);

namespace Waymark\Exception;

/** 403. `requiredScope` is what it would take. */
final class ForbiddenException extends ApiException
{
}
