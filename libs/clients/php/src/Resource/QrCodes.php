<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Resource;

use Waymark\Call;
use Waymark\Client;
use Waymark\Download;
use Waymark\Exception\WaymarkException;
use Waymark\Listing;
use Waymark\Model;
use Waymark\RequestOptions;

/** QR codes of links or of any URL, as SVG or PNG. */
final readonly class QrCodes
{
    public function __construct(private Client $client)
    {
    }

    /**
     * Create a QR code.
     *
     * Of a link, or of any URL. What readers could not read is a 400: too little contrast, less than 2 pixels a
     * module, a logo at level L or M. At most 30 logos a minute are fetched for each workspace.
     *
     * @param array{link_id?: string|null, url?: string|null, name?: string|null, format?: 'svg'|'png'|null, size?: int|null, level?: 'L'|'M'|'Q'|'H'|null, margin?: int|null, fg_color?: string|null, bg_color?: string|null, logo_url?: string|null} $body
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function create(array $body, ?RequestOptions $options = null): Model\QrCode
    {
        $call = new Call('POST', '/v1/qr-codes', body: (object) $body, idempotent: true);
        return new Model\QrCode($this->client->json($call, $options));
    }

    /**
     * List QR codes.
     *
     * The newest first.
     *
     * Iterating yields the items of all pages.
     *
     * @param array{page?: int, limit?: int, link_id?: string} $query
     * @param RequestOptions|null $options For this request only.
     * @return Listing<Model\QrCode, Model\QrCodeList>
     * @throws WaymarkException
     */
    public function list(array $query = [], ?RequestOptions $options = null): Listing
    {
        $call = new Call('GET', '/v1/qr-codes', query: $query);
        return new Listing(
            $this->client,
            $call,
            false,
            fn (array $raw) => new Model\QrCode($raw),
            fn (array $raw) => new Model\QrCodeList($raw),
            $options,
        );
    }

    /**
     * Get a QR code.
     *
     * The record says how it looks; `image_url` leads to its image.
     *
     * @param string $id Id of the QR code.
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function get(string $id, ?RequestOptions $options = null): Model\QrCode
    {
        $call = new Call('GET', '/v1/qr-codes/' . Call::segment($id));
        return new Model\QrCode($this->client->json($call, $options));
    }

    /**
     * Change a QR code.
     *
     * Absent fields are unchanged; null clears a field. What is printed already holds what it held. At most 30 logos
     * a minute are fetched for each workspace.
     *
     * @param string $id Id of the QR code.
     * @param array{link_id?: string|null, url?: string|null, name?: string|null, format?: 'svg'|'png'|null, size?: int|null, level?: 'L'|'M'|'Q'|'H'|null, margin?: int|null, fg_color?: string|null, bg_color?: string|null, logo_url?: string|null} $body
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function update(string $id, array $body, ?RequestOptions $options = null): Model\QrCode
    {
        $call = new Call('PATCH', '/v1/qr-codes/' . Call::segment($id), body: (object) $body, idempotent: true);
        return new Model\QrCode($this->client->json($call, $options));
    }

    /**
     * Delete a QR code.
     *
     * What is printed goes on leading to its link or URL.
     *
     * @param string $id Id of the QR code.
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function delete(string $id, ?RequestOptions $options = null): void
    {
        $call = new Call('DELETE', '/v1/qr-codes/' . Call::segment($id), idempotent: true);
        $this->client->send($call, $options);
    }

    /**
     * Get the image of a QR code.
     *
     * It stays the same while its link is deleted, since that may be restored. The same image has the same ETag: send
     * it back as If-None-Match for a 304.
     *
     * @param string $id Id of the QR code.
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function image(string $id, ?RequestOptions $options = null): Download
    {
        $call = new Call('GET', '/v1/qr-codes/' . Call::segment($id) . '/image');
        return $this->client->download($call, $options);
    }
}
