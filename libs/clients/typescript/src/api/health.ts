// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

import type { Answered, Core, RequestOptions } from '../core/types.js';
import type { Alive, Ready } from './models.js';
import { operations } from './operations.js';

/** Query of `health.tls`. */
export interface HealthTlsQuery {
  /** A host name without a port. Example: `"go.brand.example"` */
  domain?: string | null | undefined;
}

/** State and metrics of this installation. They need no credential. */
export class HealthResource {
  readonly #core: Core;

  constructor(core: Core) {
    this.#core = core;
  }

  /**
   * Whether the process runs
   *
   * For supervisors: it checks no dependency.
   */
  live(options?: RequestOptions): Answered<Alive> {
    return this.#core.json(operations['health.live'], {}, options);
  }

  /**
   * Whether requests may be sent here, by dependency
   *
   * For load balancers. 503 while a dependency that requests need does not answer.
   */
  ready(options?: RequestOptions): Answered<Ready> {
    return this.#core.json(operations['health.ready'], {}, options);
  }

  /**
   * Figures for Prometheus
   *
   * A 404 where METRICS_PORT gives them a port of their own.
   */
  metrics(options?: RequestOptions): Answered<string> {
    return this.#core.text(operations['health.metrics'], {}, options);
  }

  /**
   * Whether a proxy may obtain a certificate for a host
   *
   * 200 for a host of this installation and for a verified domain, else 404; empty. 600 unknown hosts a minute per
   * address.
   */
  tls(query?: HealthTlsQuery, options?: RequestOptions): Answered<null> {
    return this.#core.none(operations['health.tls'], { query }, options);
  }
}
