<?php

declare(strict_types=1);

namespace Waymark\Exception;

/** 400. `errors` has every problem with its location. */
final class InvalidRequestException extends ApiException
{
}
