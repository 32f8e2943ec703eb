<?php

declare(strict_types=1);

namespace Waymark;

/** Sends requests by ext-curl; connections are kept for further requests. */
final class CurlTransport implements Transport
{
    private readonly \CurlMultiHandle $multi;

    public function __construct()
    {
        $this->multi = curl_multi_init();
    }

    public function send(Request $request): Response
    {
        // A stream has connections of its own, so that nothing is read of it but by its reader.
        $exchange = new CurlExchange($request, $request->streamed ? curl_multi_init() : $this->multi);
        return $exchange->respond();
    }
}
