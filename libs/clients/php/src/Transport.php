<?php

declare(strict_types=1);

namespace Waymark;

use Waymark\Exception\CancelledException;
use Waymark\Exception\ConnectionException;
use Waymark\Exception\TimeoutException;

/** Sends requests. It follows no redirect and repeats nothing. */
interface Transport
{
    /**
     * @throws ConnectionException
     * @throws TimeoutException
     * @throws CancelledException
     */
    public function send(Request $request): Response;
}
