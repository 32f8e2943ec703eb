<?php

declare(strict_types=1);

namespace Waymark\Exception;

/** 409. `existingLinkId` is the link that has the alias. */
final class ConflictException extends ApiException
{
}
