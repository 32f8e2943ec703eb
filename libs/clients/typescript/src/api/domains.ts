// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

import type { Answered, ConditionalOptions, Core, Pages, RequestOptions, WriteOptions } from '../core/types.js';
import type { DomainStatus } from './enums.js';
import type { Domain, DomainAt, DomainCreate, DomainList, DomainUpdate, History, HistoryEntry } from './models.js';
import { operations } from './operations.js';

/** Query of `domains.list`. */
export interface DomainsListQuery {
  /** Number of the page, from 1. Example: `1` */
  page?: number | null | undefined;
  /** Entries of a page at most. Example: `25` */
  limit?: number | null | undefined;
  /** Domains with this status alone. Example: `"verified"` */
  status?: DomainStatus | null | undefined;
}

/** Query of `domains.delete`. */
export interface DomainsDeleteQuery {
  /** Removes a domain that has links, too. Example: `true` */
  force?: boolean | null | undefined;
}

/** Query of `domains.history`. */
export interface DomainsHistoryQuery {
  /** Number of the page, from 1. Example: `1` */
  page?: number | null | undefined;
  /** Entries of a page at most. Example: `25` */
  limit?: number | null | undefined;
}

/** Host names of your own that links can use once they are verified. */
export class DomainsResource {
  readonly #core: Core;

  constructor(core: Core) {
    this.#core = core;
  }

  /**
   * Add a domain
   *
   * It is `pending`: publish its TXT record, then verify it. Any workspace may add a host name, and the one that
   * proves it has it. A removed domain that is added again has its former id and links, and a new TXT record. A
   * workspace may have 100 domains, removed ones not counted.
   */
  create(body: DomainCreate, options?: WriteOptions): Answered<Domain> {
    return this.#core.json(operations['domains.create'], { body }, options);
  }

  /**
   * List domains
   *
   * The newest first.
   */
  list(query?: DomainsListQuery, options?: RequestOptions): Pages<Domain, DomainList> {
    return this.#core.page(operations['domains.list'], { query }, options);
  }

  /**
   * Get a domain
   *
   * The domain as it is, or as it was at an instant.
   *
   * @param id Id of the domain.
   */
  get(id: string, options?: RequestOptions): Answered<Domain> {
    return this.#core.json(operations['domains.get'], { path: [id] }, options);
  }

  /**
   * Get a domain, as it was at an instant
   *
   * The domain as it is, or as it was at an instant.
   *
   * @param id Id of the domain. @param at The instant, as `2026-11-01T00:00:00Z`.
   */
  getAt(id: string, at: string, options?: RequestOptions): Answered<DomainAt> {
    return this.#core.json(operations['domains.get'], { path: [id], query: { as_of: at } }, options);
  }

  /**
   * Change a domain
   *
   * Absent fields are unchanged; null clears a field. Only a verified domain can be made primary.
   *
   * @param id Id of the domain.
   */
  update(id: string, body: DomainUpdate, options?: ConditionalOptions): Answered<Domain> {
    return this.#core.json(operations['domains.update'], { path: [id], body }, options);
  }

  /**
   * Remove a domain
   *
   * Its links stay and resolve no more, until it is added and verified again. A domain with links is removed with
   * `force=true` only.
   *
   * @param id Id of the domain.
   */
  delete(id: string, query?: DomainsDeleteQuery, options?: ConditionalOptions): Answered<null> {
    return this.#core.none(operations['domains.delete'], { path: [id], query }, options);
  }

  /**
   * History of a domain
   *
   * The changes of the domain, oldest first; also of a removed one.
   *
   * @param id Id of the domain.
   */
  history(id: string, query?: DomainsHistoryQuery, options?: RequestOptions): Pages<HistoryEntry, History> {
    return this.#core.page(operations['domains.history'], { path: [id], query }, options);
  }

  /**
   * Verify a domain
   *
   * Asks DNS for the TXT record. Found: the domain is `verified`. Missing: a pending domain stays pending, and a
   * verified one fails after three misses in 48 hours or more; it is also checked daily. If no name server
   * answers, only `last_check` changes. While another workspace has verified the host name and its record is in
   * DNS: 409.
   *
   * @param id Id of the domain.
   */
  verify(id: string, options?: WriteOptions): Answered<Domain> {
    return this.#core.json(operations['domains.verify'], { path: [id] }, options);
  }
}
