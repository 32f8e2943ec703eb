<?php

declare(strict_types=1);

namespace Waymark\Exception;

/** 404 and 410. */
final class NotFoundException extends ApiException
{
}
