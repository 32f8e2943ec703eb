<?php

declare(strict_types=1);

namespace Waymark\Exception;

/** 412: the resource has changed since it was read. */
final class RevisionMismatchException extends ApiException
{
}
