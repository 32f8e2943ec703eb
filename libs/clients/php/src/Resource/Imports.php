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
use Waymark\Upload;

/** Files of links from here or from another service, imported in the background. */
final readonly class Imports
{
    public function __construct(private Client $client)
    {
    }

    /**
     * Import links.
     *
     * Makes a link of each row, in the background. A CSV has a header row with the column names of the link record
     * (any of `,` `;` `|` or tab between cells), NDJSON an object in each line, or an array of them. The exports of
     * Bitly, Dub, Shlink and YOURLS, and an answer of the APIs of Bitly, Dub, Kutt and Shlink, are recognised by
     * their columns. A column that is unknown is a 400; of an API it is ignored. Links of a host that a service
     * shares among its customers, such as bit.ly, come to the workspace's primary domain. Tags are separated by
     * commas within their cell; `rules`, `variants` and `preview` are JSON. Counts, ids and dates of creation are
     * ignored, and named in `ignored_columns`. A status `archived` or `disabled` is taken over. A row that fails
     * stops no other one; of rows with one alias the first has it. A row of a link with a password fails. A workspace
     * may have 10 imports that have not ended, one of which runs at a time.
     *
     * @param Upload $file The file; it is sent as it is.
     * @param array{source?: 'waymark'|'bitly'|'dub'|'kutt'|'shlink'|'yourls', domain?: string} $query
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function create(Upload $file, array $query = [], ?RequestOptions $options = null): Model\Import
    {
        $call = new Call('POST', '/v1/links/import', query: $query, upload: $file, idempotent: true);
        return new Model\Import($this->client->json($call, $options));
    }

    /**
     * List imports.
     *
     * The newest first, without their errors. Imports are forgotten 30 days after their end.
     *
     * Iterating yields the items of all pages.
     *
     * @param array{page?: int, limit?: int} $query
     * @param RequestOptions|null $options For this request only.
     * @return Listing<Model\ListedImport, Model\ImportList>
     * @throws WaymarkException
     */
    public function list(array $query = [], ?RequestOptions $options = null): Listing
    {
        $call = new Call('GET', '/v1/imports', query: $query);
        return new Listing(
            $this->client,
            $call,
            false,
            fn (array $raw) => new Model\ListedImport($raw),
            fn (array $raw) => new Model\ImportList($raw),
            $options,
        );
    }

    /**
     * Get an import.
     *
     * Its progress: `created` and `failed` grow up to `total`.
     *
     * @param string $id Id of the import.
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function get(string $id, ?RequestOptions $options = null): Model\Import
    {
        $call = new Call('GET', '/v1/imports/' . Call::segment($id));
        return new Model\Import($this->client->json($call, $options));
    }

    /**
     * Download the rows that failed.
     *
     * All of them, with their cells as they came and the columns `error_code` and `error_message`: mend them, and
     * import the file again. Kept for a workspace's last ten imports.
     *
     * @param string $id Id of the import.
     * @param array{format?: string} $query
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function errors(string $id, array $query = [], ?RequestOptions $options = null): Download
    {
        $call = new Call('GET', '/v1/imports/' . Call::segment($id) . '/errors', query: $query);
        return $this->client->download($call, $options);
    }

    /**
     * Cancel an import.
     *
     * The links that it has made stay, and no more are made.
     *
     * @param string $id Id of the import.
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function cancel(string $id, ?RequestOptions $options = null): Model\Import
    {
        $call = new Call('POST', '/v1/imports/' . Call::segment($id) . '/cancel', idempotent: true);
        return new Model\Import($this->client->json($call, $options));
    }
}
