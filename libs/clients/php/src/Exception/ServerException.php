<?php

declare(strict_types=1);

namespace Waymark\Exception;

/** 5xx. */
final class ServerException extends ApiException
{
}
