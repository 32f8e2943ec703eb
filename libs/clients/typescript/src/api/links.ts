// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

import type {
  Answered,
  ConditionalOptions,
  Core,
  FileAnswer,
  Pages,
  RequestOptions,
  WriteOptions,
} from '../core/types.js';
import type { LinkStatus, QrFormat, QrLevel } from './enums.js';
import type {
  AliasExists,
  CheckedDestination,
  DestinationCheck,
  History,
  HistoryEntry,
  Link,
  LinkAt,
  LinkCount,
  LinkCreate,
  LinkCreateResults,
  LinkDeleteItem,
  LinkDeleteResults,
  LinkList,
  LinkResolution,
  LinkResolve,
  LinkRestoreItem,
  LinkRestoreResults,
  LinkSwitchItem,
  LinkSwitchResults,
  LinkUpdate,
  LinkUpdateItem,
  LinkUpdateResults,
  LinkUpsert,
} from './models.js';
import { operations } from './operations.js';

/** Query of `links.list`. */
export interface LinksListQuery {
  /** Number of the page, from 1. Example: `1` */
  page?: number | null | undefined;
  /** Entries of a page at most. Example: `25` */
  limit?: number | null | undefined;
  /** Links with any of these tags, or with all of them by `tags_mode`. Example: `["summer","sale"]` */
  tags?: readonly string[] | null | undefined;
  /** Whether a link needs any or all of the `tags`. Example: `"any"` */
  tags_mode?: 'any' | 'all' | (string & Record<never, never>) | null | undefined;
  /** Excludes links with any of these tags. Example: `["winter"]` */
  exclude_tags?: readonly string[] | null | undefined;
  /** Host name, as in the link record. Example: `"go.example.com"` */
  domain?: string | null | undefined;
  /** Id of the campaign that the links belong to. Example: `"cmp_01jd6q3x9v8w7t6s5r4p3n2m3k"` */
  campaign_id?: string | null | undefined;
  /** Part of the alias, title, destination or external id, ignoring case. Example: `"sale"` */
  search?: string | null | undefined;
  /** Status of the links. Absent: every link that is not deleted. Example: `"active"` */
  status?: LinkStatus | null | undefined;
  /** Links that were created at this instant or later. Example: `"2026-11-01T00:00:00Z"` */
  created_after?: string | null | undefined;
  /** Links that were created before this instant. Example: `"2026-12-01T00:00:00Z"` */
  created_before?: string | null | undefined;
  /**
   * What the list is sorted by. Ties are broken by id, in the same direction. Links without a click come last by
   * last_clicked_at in either order. Example: `"created_at"`
   */
  sort?: 'created_at' | 'clicks' | 'last_clicked_at' | (string & Record<never, never>) | null | undefined;
  /** Direction of the list. Example: `"desc"` */
  order?: 'asc' | 'desc' | (string & Record<never, never>) | null | undefined;
  /**
   * Pages by position instead of number, which stays fast on later pages: first empty (`cursor=`), then the
   * `meta.next_cursor` of the previous answer, until that is null; with the same order, by created_at, and without
   * page. A link that stays is seen exactly once while others come and go. Example: `""`
   */
  cursor?: string | null | undefined;
}

/** Query of `links.export`. */
export interface LinksExportQuery {
  /** Links with any of these tags, or with all of them by `tags_mode`. Example: `["summer","sale"]` */
  tags?: readonly string[] | null | undefined;
  /** Whether a link needs any or all of the `tags`. Example: `"any"` */
  tags_mode?: 'any' | 'all' | (string & Record<never, never>) | null | undefined;
  /** Excludes links with any of these tags. Example: `["winter"]` */
  exclude_tags?: readonly string[] | null | undefined;
  /** Host name, as in the link record. Example: `"go.example.com"` */
  domain?: string | null | undefined;
  /** Id of the campaign that the links belong to. Example: `"cmp_01jd6q3x9v8w7t6s5r4p3n2m3k"` */
  campaign_id?: string | null | undefined;
  /** Part of the alias, title, destination or external id, ignoring case. Example: `"sale"` */
  search?: string | null | undefined;
  /** Status of the links. Absent: every link that is not deleted. Example: `"active"` */
  status?: LinkStatus | null | undefined;
  /** Links that were created at this instant or later. Example: `"2026-11-01T00:00:00Z"` */
  created_after?: string | null | undefined;
  /** Links that were created before this instant. Example: `"2026-12-01T00:00:00Z"` */
  created_before?: string | null | undefined;
  /** Format of the file. Example: `"csv"` */
  format?: 'csv' | 'ndjson' | (string & Record<never, never>) | null | undefined;
}

/** Query of `links.lookup`. */
export interface LinksLookupQuery {
  /** Alias of the link. Example: `"summer-26"` */
  alias?: string | null | undefined;
  /** Host name of the link. Absent: the first short host of this installation. Example: `"go.example.com"` */
  domain?: string | null | undefined;
  /**
   * A short URL, instead of alias and domain. Its query and fragment are ignored. Example:
   * `"https://go.example.com/summer-26"`
   */
  short_url?: string | null | undefined;
}

/** Query of `links.exists`. */
export interface LinksExistsQuery {
  /** The alias to look for. Example: `"summer-26"` */
  alias: string;
  /** Host name of the link. Absent: the first short host of this installation. Example: `"go.example.com"` */
  domain?: string | null | undefined;
}

/** Query of `links.count`. */
export interface LinksCountQuery {
  /** Links with any of these tags, or with all of them by `tags_mode`. Example: `["summer","sale"]` */
  tags?: readonly string[] | null | undefined;
  /** Whether a link needs any or all of the `tags`. Example: `"any"` */
  tags_mode?: 'any' | 'all' | (string & Record<never, never>) | null | undefined;
  /** Excludes links with any of these tags. Example: `["winter"]` */
  exclude_tags?: readonly string[] | null | undefined;
  /** Host name, as in the link record. Example: `"go.example.com"` */
  domain?: string | null | undefined;
  /** Id of the campaign that the links belong to. Example: `"cmp_01jd6q3x9v8w7t6s5r4p3n2m3k"` */
  campaign_id?: string | null | undefined;
  /** Part of the alias, title, destination or external id, ignoring case. Example: `"sale"` */
  search?: string | null | undefined;
  /** Status of the links. Absent: every link that is not deleted. Example: `"active"` */
  status?: LinkStatus | null | undefined;
  /** Links that were created at this instant or later. Example: `"2026-11-01T00:00:00Z"` */
  created_after?: string | null | undefined;
  /** Links that were created before this instant. Example: `"2026-12-01T00:00:00Z"` */
  created_before?: string | null | undefined;
}

/** Query of `links.history`. */
export interface LinksHistoryQuery {
  /** Number of the page, from 1. Example: `1` */
  page?: number | null | undefined;
  /** Entries of a page at most. Example: `25` */
  limit?: number | null | undefined;
}

/** Query of `links.qrCode`. */
export interface LinksQrCodeQuery {
  /** Format of the image. Example: `"svg"` */
  format?: QrFormat | null | undefined;
  /** Pixels of a side: at least 2 for each module. Example: `600` */
  size?: number | null | undefined;
  /** Error correction: some 7 % (L), 15 % (M), 25 % (Q) or 30 % (H) may be covered or damaged. Example: `"M"` */
  level?: QrLevel | null | undefined;
  /** Empty modules on each side. Example: `2` */
  margin?: number | null | undefined;
  /** Colour of the dark modules. A # is written %23 in a query. Example: `"#000000"` */
  fg_color?: string | null | undefined;
  /** Colour of the light modules. A # is written %23 in a query. Example: `"#ffffff"` */
  bg_color?: string | null | undefined;
}

/** Short links: an alias on a domain that redirects its visitors to a destination. */
export class LinksResource {
  readonly #core: Core;

  constructor(core: Core) {
    this.#core = core;
  }

  /**
   * Create a link
   *
   * With `find_if_exists` an identical link is found instead: 200.
   */
  create(body: LinkCreate, options?: WriteOptions): Answered<Link> {
    return this.#core.json(operations['links.create'], { body }, options);
  }

  /**
   * List links
   *
   * The newest first, unless sorted otherwise. Without `status` all but the deleted ones.
   */
  list(query?: LinksListQuery, options?: RequestOptions): Pages<Link, LinkList> {
    return this.#core.page(operations['links.list'], { query }, options);
  }

  /**
   * Create or change the link with an external id
   *
   * Creates the link (201), or changes the one that has this external id as a PATCH does (200): absent fields stay
   * as they are, null clears. A deleted one is restored at its address. Another alias or domain than its own is a
   * 409. With `If-Match` none is created: where no link has the external id, it is a 412.
   *
   * @param externalId Id of the link in another system.
   */
  upsert(externalId: string, body: LinkUpsert, options?: ConditionalOptions): Answered<Link> {
    return this.#core.json(operations['links.upsert'], { path: [externalId], body }, options);
  }

  /**
   * Get a link
   *
   * The link as it is, or as it was at an instant.
   *
   * @param id Id of the link.
   */
  get(id: string, options?: RequestOptions): Answered<Link> {
    return this.#core.json(operations['links.get'], { path: [id] }, options);
  }

  /**
   * Get a link, as it was at an instant
   *
   * The link as it is, or as it was at an instant.
   *
   * @param id Id of the link. @param at The instant, as `2026-11-01T00:00:00Z`.
   */
  getAt(id: string, at: string, options?: RequestOptions): Answered<LinkAt> {
    return this.#core.json(operations['links.get'], { path: [id], query: { as_of: at } }, options);
  }

  /**
   * Change a link
   *
   * Absent fields are unchanged; null clears a field.
   *
   * @param id Id of the link.
   */
  update(id: string, body: LinkUpdate, options?: ConditionalOptions): Answered<Link> {
    return this.#core.json(operations['links.update'], { path: [id], body }, options);
  }

  /**
   * Delete a link
   *
   * Its alias stays reserved for the workspace.
   *
   * @param id Id of the link.
   */
  delete(id: string, options?: ConditionalOptions): Answered<null> {
    return this.#core.none(operations['links.delete'], { path: [id] }, options);
  }

  /**
   * Restore a deleted link
   *
   * It redirects again, with its alias and its clicks. Restoring a link that is not deleted changes nothing.
   *
   * @param id Id of the link.
   */
  restore(id: string, options?: ConditionalOptions): Answered<Link> {
    return this.#core.json(operations['links.restore'], { path: [id] }, options);
  }

  /**
   * Disable a link
   *
   * It is not found any more by visitors, until it is enabled. A link that is so already stays as it is.
   *
   * @param id Id of the link.
   */
  disable(id: string, options?: ConditionalOptions): Answered<Link> {
    return this.#core.json(operations['links.disable'], { path: [id] }, options);
  }

  /**
   * Enable a link
   *
   * It redirects again. A link that is so already stays as it is.
   *
   * @param id Id of the link.
   */
  enable(id: string, options?: ConditionalOptions): Answered<Link> {
    return this.#core.json(operations['links.enable'], { path: [id] }, options);
  }

  /**
   * Archive a link
   *
   * It redirects as before; its status is `archived`, also where it is disabled or has expired. A link that is so
   * already stays as it is.
   *
   * @param id Id of the link.
   */
  archive(id: string, options?: ConditionalOptions): Answered<Link> {
    return this.#core.json(operations['links.archive'], { path: [id] }, options);
  }

  /**
   * Unarchive a link
   *
   * Its status is no longer `archived`. A link that is so already stays as it is.
   *
   * @param id Id of the link.
   */
  unarchive(id: string, options?: ConditionalOptions): Answered<Link> {
    return this.#core.json(operations['links.unarchive'], { path: [id] }, options);
  }

  /**
   * Create up to 100 links
   *
   * Each item is the body of a `POST /v1/links`. Of items with one alias the first has it. A fault of one item
   * stands in its own `error` and stops no other item; a 400 of the whole call is about the list. Items about one
   * link, alias or external id are handled in their order, others at the same time. If our side fails in the
   * middle, the items it failed for have a 503 and the answer is not final: the same call with the same
   * Idempotency-Key handles these items alone. One call takes one request of the rate limit.
   */
  createMany(body: readonly LinkCreate[], options?: WriteOptions): Answered<LinkCreateResults> {
    return this.#core.json(operations['links.createMany'], { body }, options);
  }

  /**
   * Change up to 100 links
   *
   * Each item is the body of a `PATCH /v1/links/{id}` with the `id`. A fault of one item stands in its own `error`
   * and stops no other item; a 400 of the whole call is about the list. Items about one link, alias or external id
   * are handled in their order, others at the same time. If our side fails in the middle, the items it failed for
   * have a 503 and the answer is not final: the same call with the same Idempotency-Key handles these items alone.
   * One call takes one request of the rate limit.
   */
  updateMany(body: readonly LinkUpdateItem[], options?: WriteOptions): Answered<LinkUpdateResults> {
    return this.#core.json(operations['links.updateMany'], { body }, options);
  }

  /**
   * Delete up to 100 links
   *
   * Each item has status 204, or an error. A fault of one item stands in its own `error` and stops no other item;
   * a 400 of the whole call is about the list. Items about one link, alias or external id are handled in their
   * order, others at the same time. If our side fails in the middle, the items it failed for have a 503 and the
   * answer is not final: the same call with the same Idempotency-Key handles these items alone. One call takes one
   * request of the rate limit.
   */
  deleteMany(body: readonly LinkDeleteItem[], options?: WriteOptions): Answered<LinkDeleteResults> {
    return this.#core.json(operations['links.deleteMany'], { body }, options);
  }

  /**
   * Delete up to 100 links
   *
   * Each item has status 204, or an error. A fault of one item stands in its own `error` and stops no other item;
   * a 400 of the whole call is about the list. Items about one link, alias or external id are handled in their
   * order, others at the same time. If our side fails in the middle, the items it failed for have a 503 and the
   * answer is not final: the same call with the same Idempotency-Key handles these items alone. One call takes one
   * request of the rate limit.
   */
  deleteManyByPost(body: readonly LinkDeleteItem[], options?: WriteOptions): Answered<LinkDeleteResults> {
    return this.#core.json(operations['links.deleteManyByPost'], { body }, options);
  }

  /**
   * Restore up to 100 deleted links
   *
   * Each item has the `id` alone. A link that is not deleted stays as it is. A fault of one item stands in its own
   * `error` and stops no other item; a 400 of the whole call is about the list. Items about one link, alias or
   * external id are handled in their order, others at the same time. If our side fails in the middle, the items it
   * failed for have a 503 and the answer is not final: the same call with the same Idempotency-Key handles these
   * items alone. One call takes one request of the rate limit.
   */
  restoreMany(body: readonly LinkRestoreItem[], options?: WriteOptions): Answered<LinkRestoreResults> {
    return this.#core.json(operations['links.restoreMany'], { body }, options);
  }

  /**
   * Disable up to 100 links
   *
   * They are not found any more by visitors, until they are enabled. Each item has the `id` alone. A link that is
   * so already stays as it is. A fault of one item stands in its own `error` and stops no other item; a 400 of the
   * whole call is about the list. Items about one link, alias or external id are handled in their order, others at
   * the same time. If our side fails in the middle, the items it failed for have a 503 and the answer is not
   * final: the same call with the same Idempotency-Key handles these items alone. One call takes one request of
   * the rate limit.
   */
  disableMany(body: readonly LinkSwitchItem[], options?: WriteOptions): Answered<LinkSwitchResults> {
    return this.#core.json(operations['links.disableMany'], { body }, options);
  }

  /**
   * Enable up to 100 links
   *
   * They redirect again. Each item has the `id` alone. A link that is so already stays as it is. A fault of one
   * item stands in its own `error` and stops no other item; a 400 of the whole call is about the list. Items about
   * one link, alias or external id are handled in their order, others at the same time. If our side fails in the
   * middle, the items it failed for have a 503 and the answer is not final: the same call with the same
   * Idempotency-Key handles these items alone. One call takes one request of the rate limit.
   */
  enableMany(body: readonly LinkSwitchItem[], options?: WriteOptions): Answered<LinkSwitchResults> {
    return this.#core.json(operations['links.enableMany'], { body }, options);
  }

  /**
   * Archive up to 100 links
   *
   * They redirect as before; their status is `archived`, also where they are disabled or have expired. Each item
   * has the `id` alone. A link that is so already stays as it is. A fault of one item stands in its own `error`
   * and stops no other item; a 400 of the whole call is about the list. Items about one link, alias or external id
   * are handled in their order, others at the same time. If our side fails in the middle, the items it failed for
   * have a 503 and the answer is not final: the same call with the same Idempotency-Key handles these items alone.
   * One call takes one request of the rate limit.
   */
  archiveMany(body: readonly LinkSwitchItem[], options?: WriteOptions): Answered<LinkSwitchResults> {
    return this.#core.json(operations['links.archiveMany'], { body }, options);
  }

  /**
   * Unarchive up to 100 links
   *
   * Their status is no longer `archived`. Each item has the `id` alone. A link that is so already stays as it is.
   * A fault of one item stands in its own `error` and stops no other item; a 400 of the whole call is about the
   * list. Items about one link, alias or external id are handled in their order, others at the same time. If our
   * side fails in the middle, the items it failed for have a 503 and the answer is not final: the same call with
   * the same Idempotency-Key handles these items alone. One call takes one request of the rate limit.
   */
  unarchiveMany(body: readonly LinkSwitchItem[], options?: WriteOptions): Answered<LinkSwitchResults> {
    return this.#core.json(operations['links.unarchiveMany'], { body }, options);
  }

  /**
   * Export links
   *
   * The links that meet the filters of the list, the oldest first, as a file with every field of the record; one
   * of millions of rows comes as it is read. `disabled` is true for a disabled link whose status is another one,
   * so that an import disables it, too. In a CSV (RFC 4180, with a header row) tags are separated by commas within
   * their cell, `rules`, `variants`, `preview` and `created_by` are JSON, and null is empty. A cell that, after
   * any apostrophes, begins with `=`, `+`, `-`, `@`, tab or CR gets one more apostrophe in front; an import takes
   * it away again. NDJSON has a record in each line, as it is. The file is compressed by gzip when
   * `Accept-Encoding` allows it. When something fails half-way the connection is cut, as it is when the reader
   * takes less than 10 kB/s for 30 s. A workspace may have two exports at a time, exports of clicks included.
   */
  export(query?: LinksExportQuery, options?: RequestOptions): Answered<FileAnswer> {
    return this.#core.file(operations['links.export'], { query }, options);
  }

  /**
   * Get a link by its alias or its short URL
   *
   * Of the workspace. Send `alias`, with `domain` or without, or `short_url` alone.
   */
  lookup(query?: LinksLookupQuery, options?: RequestOptions): Answered<Link> {
    return this.#core.json(operations['links.lookup'], { query }, options);
  }

  /**
   * Check whether an alias is taken
   *
   * By a link of any workspace, deleted links included. On a domain where this workspace cannot create links it is
   * a 400, whether or not the domain exists.
   */
  exists(query: LinksExistsQuery, options?: RequestOptions): Answered<AliasExists> {
    return this.#core.json(operations['links.exists'], { query }, options);
  }

  /**
   * Count links
   *
   * The exact number, with the filters of the list.
   */
  count(query?: LinksCountQuery, options?: RequestOptions): Answered<LinkCount> {
    return this.#core.json(operations['links.count'], { query }, options);
  }

  /**
   * Tell where a visit would lead
   *
   * A dry run of rules, variants, schedule and query, by the code that redirects: of a link, of a draft, or of a
   * link with changes. Nothing is counted or recorded. It judges the link, not the pages of its domain.
   */
  resolve(body: LinkResolve, options?: WriteOptions): Answered<LinkResolution> {
    return this.#core.json(operations['links.resolve'], { body }, options);
  }

  /**
   * Look whether a destination answers
   *
   * Sends one HEAD, and a GET where that does not tell enough. What no link may lead to is the same 400 as for a
   * link. At most 30 a minute for each workspace.
   */
  check(body: DestinationCheck, options?: WriteOptions): Answered<CheckedDestination> {
    return this.#core.json(operations['links.check'], { body }, options);
  }

  /**
   * History of a link
   *
   * The changes of the link, oldest first; also of a deleted link.
   *
   * @param id Id of the link.
   */
  history(id: string, query?: LinksHistoryQuery, options?: RequestOptions): Pages<HistoryEntry, History> {
    return this.#core.page(operations['links.history'], { path: [id], query }, options);
  }

  /**
   * Get a QR code of a link
   *
   * It holds the short URL with `?qr=1`, by which analytics tell scans from other clicks. What readers could not
   * read is a 400: too little contrast, less than 2 pixels a module. The same image has the same ETag: send it
   * back as If-None-Match for a 304.
   *
   * @param id Id of the link.
   */
  qrCode(id: string, query?: LinksQrCodeQuery, options?: RequestOptions): Answered<FileAnswer> {
    return this.#core.file(operations['links.qrCode'], { path: [id], query }, options);
  }
}
