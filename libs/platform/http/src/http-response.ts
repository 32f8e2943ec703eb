import type { PageLink } from './link-header';

interface ResponseOptions {
  /** Where the endpoint declares several; absent: the lowest of them. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Neighbouring pages; they become the `Link` header. */
  readonly links?: readonly PageLink[];
}

/** What a handler returns when its answer needs headers, or one of several statuses. */
export class HttpResponse {
  constructor(
    readonly body: unknown,
    readonly options: ResponseOptions = {},
  ) {}
}
