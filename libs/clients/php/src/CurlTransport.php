<?php

declare(strict_types=1);

namespace Waymark;

/** Sends requests by ext-curl; connections are kept for further requests. */
final class CurlTransport implements Transport
{
    private readonly \CurlMultiHandle $multi;
    /** @var \WeakMap<\CurlHandle, int> How requests ended: a call may learn it of another one, begun before. */
    private readonly \WeakMap $results;

    public function __construct()
    {
        $this->multi = curl_multi_init();
        $this->results = new \WeakMap();
    }

    public function send(Request $request): Response
    {
        // A stream has connections of its own, so that nothing is read of it but by its reader.
        $exchange = new CurlExchange($request, $request->streamed ? curl_multi_init() : $this->multi, $this->results);
        return $exchange->respond();
    }
}
