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

/** Short links: an alias on a domain that redirects its visitors to a destination. */
final readonly class Links
{
    public function __construct(private Client $client)
    {
    }

    /**
     * Create a link.
     *
     * With `find_if_exists` an identical link is found instead: 200.
     *
     * @param array{destination_url: string, alias?: string|null, domain?: string|null, title?: string|null, tags?: list<string>|null, utm_source?: string|null, utm_medium?: string|null, utm_campaign?: string|null, utm_term?: string|null, utm_content?: string|null, campaign_id?: string|null, external_id?: string|null, redirect_type?: 301|302|307|308|null, forward_query?: bool|null, starts_at?: string|null, expires_at?: string|null, expired_url?: string|null, rules?: list<array{if: array{device?: string|list<string>, os?: string|list<string>, browser?: string|list<string>, language?: string|list<string>, country?: string|list<string>, ip?: string|list<string>, query?: array<string, bool|string>, after?: string, before?: string}, destination_url: string}>|null, variants?: list<array{destination_url: string, weight: int}>|null, preview?: array{title?: string|null, description?: string|null, image_url?: string|null}|null, click_limit?: int|null, password?: string|null, find_if_exists?: bool|null} $body
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function create(#[\SensitiveParameter] array $body, ?RequestOptions $options = null): Model\Link
    {
        $call = new Call('POST', '/v1/links', body: (object) $body, idempotent: true);
        return new Model\Link($this->client->json($call, $options));
    }

    /**
     * List links.
     *
     * The newest first, unless sorted otherwise. Without `status` all but the deleted ones.
     *
     * Iterating yields the items of all pages.
     *
     * @param array{page?: int, limit?: int, tags?: list<string>, tags_mode?: string, exclude_tags?: list<string>, domain?: string, campaign_id?: string, search?: string, status?: 'active'|'disabled'|'expired'|'archived'|'deleted', created_after?: string, created_before?: string, sort?: string, order?: string, cursor?: string} $query
     * @param RequestOptions|null $options For this request only.
     * @return Listing<Model\Link, Model\LinkList>
     * @throws WaymarkException
     */
    public function list(array $query = [], ?RequestOptions $options = null): Listing
    {
        $call = new Call('GET', '/v1/links', query: $query);
        return new Listing(
            $this->client,
            $call,
            true,
            fn (array $raw) => new Model\Link($raw),
            fn (array $raw) => new Model\LinkList($raw),
            $options,
        );
    }

    /**
     * Create or change the link with an external id.
     *
     * Creates the link (201), or changes the one that has this external id as a PATCH does (200): absent fields stay
     * as they are, null clears. A deleted one is restored at its address. Another alias or domain than its own is a
     * 409. With `If-Match` none is created: where no link has the external id, it is a 412.
     *
     * @param string $externalId Id of the link in another system.
     * @param array{destination_url?: string, alias?: string|null, domain?: string|null, title?: string|null, tags?: list<string>|null, utm_source?: string|null, utm_medium?: string|null, utm_campaign?: string|null, utm_term?: string|null, utm_content?: string|null, campaign_id?: string|null, redirect_type?: 301|302|307|308|null, forward_query?: bool|null, starts_at?: string|null, expires_at?: string|null, expired_url?: string|null, rules?: list<array{if: array{device?: string|list<string>, os?: string|list<string>, browser?: string|list<string>, language?: string|list<string>, country?: string|list<string>, ip?: string|list<string>, query?: array<string, bool|string>, after?: string, before?: string}, destination_url: string}>|null, variants?: list<array{destination_url: string, weight: int}>|null, preview?: array{title?: string|null, description?: string|null, image_url?: string|null}|null, click_limit?: int|null, password?: string|null} $body
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function upsert(string $externalId, #[\SensitiveParameter] array $body, ?RequestOptions $options = null): Model\Link
    {
        $call = new Call('PUT', '/v1/links/by-external-id/' . Call::segment($externalId), body: (object) $body, idempotent: true);
        return new Model\Link($this->client->json($call, $options));
    }

    /**
     * Get a link.
     *
     * The link as it is, or as it was at an instant.
     *
     * @param string $id Id of the link.
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function get(string $id, ?RequestOptions $options = null): Model\Link
    {
        $call = new Call('GET', '/v1/links/' . Call::segment($id));
        return new Model\Link($this->client->json($call, $options));
    }

    /**
     * Get a link, as it was at an instant.
     *
     * @param string $id Id of the link.
     * @param string $at An instant as in RFC 3339.
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function getAt(string $id, string $at, ?RequestOptions $options = null): Model\LinkAt
    {
        $call = new Call('GET', '/v1/links/' . Call::segment($id), query: ['as_of' => $at]);
        return new Model\LinkAt($this->client->json($call, $options));
    }

    /**
     * Change a link.
     *
     * Absent fields are unchanged; null clears a field.
     *
     * @param string $id Id of the link.
     * @param array{destination_url?: string, title?: string|null, tags?: list<string>|null, utm_source?: string|null, utm_medium?: string|null, utm_campaign?: string|null, utm_term?: string|null, utm_content?: string|null, campaign_id?: string|null, external_id?: string|null, redirect_type?: 301|302|307|308|null, forward_query?: bool|null, starts_at?: string|null, expires_at?: string|null, expired_url?: string|null, rules?: list<array{if: array{device?: string|list<string>, os?: string|list<string>, browser?: string|list<string>, language?: string|list<string>, country?: string|list<string>, ip?: string|list<string>, query?: array<string, bool|string>, after?: string, before?: string}, destination_url: string}>|null, variants?: list<array{destination_url: string, weight: int}>|null, preview?: array{title?: string|null, description?: string|null, image_url?: string|null}|null, click_limit?: int|null, password?: string|null} $body
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function update(string $id, #[\SensitiveParameter] array $body, ?RequestOptions $options = null): Model\Link
    {
        $call = new Call('PATCH', '/v1/links/' . Call::segment($id), body: (object) $body, idempotent: true);
        return new Model\Link($this->client->json($call, $options));
    }

    /**
     * Delete a link.
     *
     * Its alias stays reserved for the workspace.
     *
     * @param string $id Id of the link.
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function delete(string $id, ?RequestOptions $options = null): void
    {
        $call = new Call('DELETE', '/v1/links/' . Call::segment($id), idempotent: true);
        $this->client->send($call, $options);
    }

    /**
     * Restore a deleted link.
     *
     * It redirects again, with its alias and its clicks. Restoring a link that is not deleted changes nothing.
     *
     * @param string $id Id of the link.
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function restore(string $id, ?RequestOptions $options = null): Model\Link
    {
        $call = new Call('POST', '/v1/links/' . Call::segment($id) . '/restore', idempotent: true);
        return new Model\Link($this->client->json($call, $options));
    }

    /**
     * Disable a link.
     *
     * It is not found any more by visitors, until it is enabled. A link that is so already stays as it is.
     *
     * @param string $id Id of the link.
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function disable(string $id, ?RequestOptions $options = null): Model\Link
    {
        $call = new Call('POST', '/v1/links/' . Call::segment($id) . '/disable', idempotent: true);
        return new Model\Link($this->client->json($call, $options));
    }

    /**
     * Enable a link.
     *
     * It redirects again. A link that is so already stays as it is.
     *
     * @param string $id Id of the link.
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function enable(string $id, ?RequestOptions $options = null): Model\Link
    {
        $call = new Call('POST', '/v1/links/' . Call::segment($id) . '/enable', idempotent: true);
        return new Model\Link($this->client->json($call, $options));
    }

    /**
     * Archive a link.
     *
     * It redirects as before; its status is `archived`, also where it is disabled or has expired. A link that is so
     * already stays as it is.
     *
     * @param string $id Id of the link.
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function archive(string $id, ?RequestOptions $options = null): Model\Link
    {
        $call = new Call('POST', '/v1/links/' . Call::segment($id) . '/archive', idempotent: true);
        return new Model\Link($this->client->json($call, $options));
    }

    /**
     * Unarchive a link.
     *
     * Its status is no longer `archived`. A link that is so already stays as it is.
     *
     * @param string $id Id of the link.
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function unarchive(string $id, ?RequestOptions $options = null): Model\Link
    {
        $call = new Call('POST', '/v1/links/' . Call::segment($id) . '/unarchive', idempotent: true);
        return new Model\Link($this->client->json($call, $options));
    }

    /**
     * Create up to 100 links.
     *
     * Each item is the body of a `POST /v1/links`. Of items with one alias the first has it. A fault of one item
     * stands in its own `error` and stops no other item; a 400 of the whole call is about the list. Items about one
     * link, alias or external id are handled in their order, others at the same time. If our side fails in the
     * middle, the items it failed for have a 503 and the answer is not final: the same call with the same
     * Idempotency-Key handles these items alone. One call takes one request of the rate limit.
     *
     * @param list<array{destination_url: string, alias?: string|null, domain?: string|null, title?: string|null, tags?: list<string>|null, utm_source?: string|null, utm_medium?: string|null, utm_campaign?: string|null, utm_term?: string|null, utm_content?: string|null, campaign_id?: string|null, external_id?: string|null, redirect_type?: 301|302|307|308|null, forward_query?: bool|null, starts_at?: string|null, expires_at?: string|null, expired_url?: string|null, rules?: list<array{if: array{device?: string|list<string>, os?: string|list<string>, browser?: string|list<string>, language?: string|list<string>, country?: string|list<string>, ip?: string|list<string>, query?: array<string, bool|string>, after?: string, before?: string}, destination_url: string}>|null, variants?: list<array{destination_url: string, weight: int}>|null, preview?: array{title?: string|null, description?: string|null, image_url?: string|null}|null, click_limit?: int|null, password?: string|null, find_if_exists?: bool|null}> $items
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function createMany(#[\SensitiveParameter] array $items, ?RequestOptions $options = null): Model\LinkCreateResults
    {
        $call = new Call('POST', '/v1/links/bulk', body: $items, idempotent: true);
        return new Model\LinkCreateResults($this->client->json($call, $options));
    }

    /**
     * Change up to 100 links.
     *
     * Each item is the body of a `PATCH /v1/links/{id}` with the `id`. A fault of one item stands in its own `error`
     * and stops no other item; a 400 of the whole call is about the list. Items about one link, alias or external id
     * are handled in their order, others at the same time. If our side fails in the middle, the items it failed for
     * have a 503 and the answer is not final: the same call with the same Idempotency-Key handles these items alone.
     * One call takes one request of the rate limit.
     *
     * @param list<array{id: string, destination_url?: string, title?: string|null, tags?: list<string>|null, utm_source?: string|null, utm_medium?: string|null, utm_campaign?: string|null, utm_term?: string|null, utm_content?: string|null, campaign_id?: string|null, external_id?: string|null, redirect_type?: 301|302|307|308|null, forward_query?: bool|null, starts_at?: string|null, expires_at?: string|null, expired_url?: string|null, rules?: list<array{if: array{device?: string|list<string>, os?: string|list<string>, browser?: string|list<string>, language?: string|list<string>, country?: string|list<string>, ip?: string|list<string>, query?: array<string, bool|string>, after?: string, before?: string}, destination_url: string}>|null, variants?: list<array{destination_url: string, weight: int}>|null, preview?: array{title?: string|null, description?: string|null, image_url?: string|null}|null, click_limit?: int|null, password?: string|null}> $items
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function updateMany(#[\SensitiveParameter] array $items, ?RequestOptions $options = null): Model\LinkUpdateResults
    {
        $call = new Call('PATCH', '/v1/links/bulk', body: $items, idempotent: true);
        return new Model\LinkUpdateResults($this->client->json($call, $options));
    }

    /**
     * Delete up to 100 links.
     *
     * Each item has status 204, or an error. A fault of one item stands in its own `error` and stops no other item; a
     * 400 of the whole call is about the list. Items about one link, alias or external id are handled in their order,
     * others at the same time. If our side fails in the middle, the items it failed for have a 503 and the answer is
     * not final: the same call with the same Idempotency-Key handles these items alone. One call takes one request of
     * the rate limit.
     *
     * @param list<array{id: string}> $items
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function deleteMany(array $items, ?RequestOptions $options = null): Model\LinkDeleteResults
    {
        $call = new Call('DELETE', '/v1/links/bulk', body: $items, idempotent: true);
        return new Model\LinkDeleteResults($this->client->json($call, $options));
    }

    /**
     * Delete up to 100 links.
     *
     * Each item has status 204, or an error. A fault of one item stands in its own `error` and stops no other item; a
     * 400 of the whole call is about the list. Items about one link, alias or external id are handled in their order,
     * others at the same time. If our side fails in the middle, the items it failed for have a 503 and the answer is
     * not final: the same call with the same Idempotency-Key handles these items alone. One call takes one request of
     * the rate limit.
     *
     * @param list<array{id: string}> $items
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function deleteManyByPost(array $items, ?RequestOptions $options = null): Model\LinkDeleteResults
    {
        $call = new Call('POST', '/v1/links/bulk/delete', body: $items, idempotent: true);
        return new Model\LinkDeleteResults($this->client->json($call, $options));
    }

    /**
     * Restore up to 100 deleted links.
     *
     * Each item has the `id` alone. A link that is not deleted stays as it is. A fault of one item stands in its own
     * `error` and stops no other item; a 400 of the whole call is about the list. Items about one link, alias or
     * external id are handled in their order, others at the same time. If our side fails in the middle, the items it
     * failed for have a 503 and the answer is not final: the same call with the same Idempotency-Key handles these
     * items alone. One call takes one request of the rate limit.
     *
     * @param list<array{id: string}> $items
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function restoreMany(array $items, ?RequestOptions $options = null): Model\LinkRestoreResults
    {
        $call = new Call('POST', '/v1/links/bulk/restore', body: $items, idempotent: true);
        return new Model\LinkRestoreResults($this->client->json($call, $options));
    }

    /**
     * Disable up to 100 links.
     *
     * They are not found any more by visitors, until they are enabled. Each item has the `id` alone. A link that is
     * so already stays as it is. A fault of one item stands in its own `error` and stops no other item; a 400 of the
     * whole call is about the list. Items about one link, alias or external id are handled in their order, others at
     * the same time. If our side fails in the middle, the items it failed for have a 503 and the answer is not final:
     * the same call with the same Idempotency-Key handles these items alone. One call takes one request of the rate
     * limit.
     *
     * @param list<array{id: string}> $items
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function disableMany(array $items, ?RequestOptions $options = null): Model\LinkSwitchResults
    {
        $call = new Call('POST', '/v1/links/bulk/disable', body: $items, idempotent: true);
        return new Model\LinkSwitchResults($this->client->json($call, $options));
    }

    /**
     * Enable up to 100 links.
     *
     * They redirect again. Each item has the `id` alone. A link that is so already stays as it is. A fault of one
     * item stands in its own `error` and stops no other item; a 400 of the whole call is about the list. Items about
     * one link, alias or external id are handled in their order, others at the same time. If our side fails in the
     * middle, the items it failed for have a 503 and the answer is not final: the same call with the same
     * Idempotency-Key handles these items alone. One call takes one request of the rate limit.
     *
     * @param list<array{id: string}> $items
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function enableMany(array $items, ?RequestOptions $options = null): Model\LinkSwitchResults
    {
        $call = new Call('POST', '/v1/links/bulk/enable', body: $items, idempotent: true);
        return new Model\LinkSwitchResults($this->client->json($call, $options));
    }

    /**
     * Archive up to 100 links.
     *
     * They redirect as before; their status is `archived`, also where they are disabled or have expired. Each item
     * has the `id` alone. A link that is so already stays as it is. A fault of one item stands in its own `error` and
     * stops no other item; a 400 of the whole call is about the list. Items about one link, alias or external id are
     * handled in their order, others at the same time. If our side fails in the middle, the items it failed for have
     * a 503 and the answer is not final: the same call with the same Idempotency-Key handles these items alone. One
     * call takes one request of the rate limit.
     *
     * @param list<array{id: string}> $items
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function archiveMany(array $items, ?RequestOptions $options = null): Model\LinkSwitchResults
    {
        $call = new Call('POST', '/v1/links/bulk/archive', body: $items, idempotent: true);
        return new Model\LinkSwitchResults($this->client->json($call, $options));
    }

    /**
     * Unarchive up to 100 links.
     *
     * Their status is no longer `archived`. Each item has the `id` alone. A link that is so already stays as it is. A
     * fault of one item stands in its own `error` and stops no other item; a 400 of the whole call is about the list.
     * Items about one link, alias or external id are handled in their order, others at the same time. If our side
     * fails in the middle, the items it failed for have a 503 and the answer is not final: the same call with the
     * same Idempotency-Key handles these items alone. One call takes one request of the rate limit.
     *
     * @param list<array{id: string}> $items
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function unarchiveMany(array $items, ?RequestOptions $options = null): Model\LinkSwitchResults
    {
        $call = new Call('POST', '/v1/links/bulk/unarchive', body: $items, idempotent: true);
        return new Model\LinkSwitchResults($this->client->json($call, $options));
    }

    /**
     * Export links.
     *
     * The links that meet the filters of the list, the oldest first, as a file with every field of the record; one of
     * millions of rows comes as it is read. `disabled` is true for a disabled link whose status is another one, so
     * that an import disables it, too. In a CSV (RFC 4180, with a header row) tags are separated by commas within
     * their cell, `rules`, `variants`, `preview` and `created_by` are JSON, and null is empty. A cell that, after any
     * apostrophes, begins with `=`, `+`, `-`, `@`, tab or CR gets one more apostrophe in front; an import takes it
     * away again. NDJSON has a record in each line, as it is. The file is compressed by gzip when `Accept-Encoding`
     * allows it. When something fails half-way the connection is cut, as it is when the reader takes less than 10
     * kB/s for 30 s. A workspace may have two exports at a time, exports of clicks included.
     *
     * @param array{tags?: list<string>, tags_mode?: string, exclude_tags?: list<string>, domain?: string, campaign_id?: string, search?: string, status?: 'active'|'disabled'|'expired'|'archived'|'deleted', created_after?: string, created_before?: string, format?: string} $query
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function export(array $query = [], ?RequestOptions $options = null): Download
    {
        $call = new Call('GET', '/v1/links/export', query: $query);
        return $this->client->download($call, $options);
    }

    /**
     * Get a link by its alias or its short URL.
     *
     * Of the workspace. Send `alias`, with `domain` or without, or `short_url` alone.
     *
     * @param array{alias?: string, domain?: string, short_url?: string} $query
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function lookup(array $query = [], ?RequestOptions $options = null): Model\Link
    {
        $call = new Call('GET', '/v1/links/lookup', query: $query);
        return new Model\Link($this->client->json($call, $options));
    }

    /**
     * Check whether an alias is taken.
     *
     * By a link of any workspace, deleted links included. On a domain where this workspace cannot create links it is
     * a 400, whether or not the domain exists.
     *
     * @param array{alias: string, domain?: string} $query
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function exists(array $query, ?RequestOptions $options = null): Model\AliasExists
    {
        $call = new Call('GET', '/v1/links/exists', query: $query);
        return new Model\AliasExists($this->client->json($call, $options));
    }

    /**
     * Count links.
     *
     * The exact number, with the filters of the list.
     *
     * @param array{tags?: list<string>, tags_mode?: string, exclude_tags?: list<string>, domain?: string, campaign_id?: string, search?: string, status?: 'active'|'disabled'|'expired'|'archived'|'deleted', created_after?: string, created_before?: string} $query
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function count(array $query = [], ?RequestOptions $options = null): Model\LinkCount
    {
        $call = new Call('GET', '/v1/links/count', query: $query);
        return new Model\LinkCount($this->client->json($call, $options));
    }

    /**
     * Tell where a visit would lead.
     *
     * A dry run of rules, variants, schedule and query, by the code that redirects: of a link, of a draft, or of a
     * link with changes. Nothing is counted or recorded. It judges the link, not the pages of its domain.
     *
     * @param array{link_id?: string|null, link?: array{destination_url?: string, title?: string|null, tags?: list<string>|null, utm_source?: string|null, utm_medium?: string|null, utm_campaign?: string|null, utm_term?: string|null, utm_content?: string|null, campaign_id?: string|null, external_id?: string|null, redirect_type?: 301|302|307|308|null, forward_query?: bool|null, starts_at?: string|null, expires_at?: string|null, expired_url?: string|null, rules?: list<array{if: array{device?: string|list<string>, os?: string|list<string>, browser?: string|list<string>, language?: string|list<string>, country?: string|list<string>, ip?: string|list<string>, query?: array<string, bool|string>, after?: string, before?: string}, destination_url: string}>|null, variants?: list<array{destination_url: string, weight: int}>|null, preview?: array{title?: string|null, description?: string|null, image_url?: string|null}|null, click_limit?: int|null, password?: string|null}|null, visitor?: array{country?: string|null, device?: string|null, os?: string|null, browser?: string|null, language?: string|null, ip?: string|null, query?: string|null, at?: string|null, user_agent?: string|null}|null} $body
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function resolve(array $body, ?RequestOptions $options = null): Model\LinkResolution
    {
        $call = new Call('POST', '/v1/links/resolve', body: (object) $body, idempotent: true);
        return new Model\LinkResolution($this->client->json($call, $options));
    }

    /**
     * Look whether a destination answers.
     *
     * Sends one HEAD, and a GET where that does not tell enough. What no link may lead to is the same 400 as for a
     * link. At most 30 a minute for each workspace.
     *
     * @param array{destination_url: string} $body
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function check(array $body, ?RequestOptions $options = null): Model\CheckedDestination
    {
        $call = new Call('POST', '/v1/links/check', body: (object) $body, idempotent: true);
        return new Model\CheckedDestination($this->client->json($call, $options));
    }

    /**
     * History of a link.
     *
     * The changes of the link, oldest first; also of a deleted link.
     *
     * Iterating yields the items of all pages.
     *
     * @param string $id Id of the link.
     * @param array{page?: int, limit?: int} $query
     * @param RequestOptions|null $options For this request only.
     * @return Listing<Model\HistoryEntry, Model\History>
     * @throws WaymarkException
     */
    public function history(string $id, array $query = [], ?RequestOptions $options = null): Listing
    {
        $call = new Call('GET', '/v1/links/' . Call::segment($id) . '/history', query: $query);
        return new Listing(
            $this->client,
            $call,
            false,
            fn (array $raw) => new Model\HistoryEntry($raw),
            fn (array $raw) => new Model\History($raw),
            $options,
        );
    }

    /**
     * Get a QR code of a link.
     *
     * It holds the short URL with `?qr=1`, by which analytics tell scans from other clicks. What readers could not
     * read is a 400: too little contrast, less than 2 pixels a module. The same image has the same ETag: send it back
     * as If-None-Match for a 304.
     *
     * @param string $id Id of the link.
     * @param array{format?: 'svg'|'png', size?: int, level?: 'L'|'M'|'Q'|'H', margin?: int, fg_color?: string, bg_color?: string} $query
     * @param RequestOptions|null $options For this request only.
     * @throws WaymarkException
     */
    public function qrCode(string $id, array $query = [], ?RequestOptions $options = null): Download
    {
        $call = new Call('GET', '/v1/links/' . Call::segment($id) . '/qr', query: $query);
        return $this->client->download($call, $options);
    }
}
