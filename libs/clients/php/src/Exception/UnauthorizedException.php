<?php

declare(strict_types=1);

namespace Waymark\Exception;

/** 401: no credential, or one that is not accepted. */
final class UnauthorizedException extends ApiException
{
}
