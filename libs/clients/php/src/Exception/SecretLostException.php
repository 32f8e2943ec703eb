<?php

declare(strict_types=1);

namespace Waymark\Exception;

/** A write was done, but its answer no longer has the secret that is shown once. Rotate, or create again. */
final class SecretLostException extends WaymarkException
{
    /** @param array<string, mixed> $record The answer without the secret. */
    public function __construct(public readonly array $record)
    {
        parent::__construct('The secret of this answer was shown before and is lost.');
    }
}
