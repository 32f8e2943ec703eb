import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { DISABLED, cellOf } from '@contexts/links';
import { csvOf } from '../../exports/csv';
import { inPieces } from '../../exports/pieces';
import type { LinkFilters } from '../link-filters';
import { LinkPresenter } from '../link.presenter';
import { type CountedLink, LinkQueries } from '../link.queries';
import { LINK_RECORD_FIELDS } from '../link.schemas';

export const LINK_EXPORT_FORMATS = ['csv', 'ndjson'] as const;
export type LinkExportFormat = (typeof LINK_EXPORT_FORMATS)[number];

const MEDIA_TYPES: Readonly<Record<LinkExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson',
};
export const linkExportType = (format: LinkExportFormat): string => MEDIA_TYPES[format];

/** Links of one query: each is a transaction of its own, so an export holds none open. A link may take 100 kB. */
const PAGE = 250;

/** A link record. `disabled` is there where an import could not tell it from the status. */
type ExportedLink = ReturnType<LinkPresenter['row']> & { readonly [DISABLED]?: true };

const COLUMNS = [...LINK_RECORD_FIELDS, DISABLED] as (keyof ExportedLink)[];

const FORMS: Readonly<Record<LinkExportFormat, { readonly head: string; line(record: ExportedLink): string }>> = {
  csv: { head: csvOf([COLUMNS]), line: (record) => csvOf([COLUMNS.map((column) => cellOf(record[column]))]) },
  ndjson: { head: '', line: (record) => `${JSON.stringify(record)}\n` },
};

export interface ExportLinks {
  readonly workspaceId: string;
  readonly filters: LinkFilters;
  readonly format: LinkExportFormat;
  /** RFC 3339, the instant at which the status of every link is judged. */
  readonly now: string;
}

/** The links of a workspace as a file: the oldest first, every field of the record. */
@Injectable()
export class LinkExport {
  constructor(
    private readonly queries: LinkQueries,
    private readonly presenter: LinkPresenter,
  ) {}

  /** Reads the first links before it returns, so that a database which is away fails the request and not the file. */
  async open(request: ExportLinks): Promise<Readable> {
    const first = await this.page(request, null);
    return Readable.from(this.pages(request, first), { objectMode: false });
  }

  /** A link that stays is in it exactly once, while others come and go. */
  private async *pages(request: ExportLinks, first: readonly CountedLink[]): AsyncGenerator<string> {
    const { head, line } = FORMS[request.format];
    if (head !== '') yield head;
    for (let page = first; ;) {
      const last = page.at(-1);
      if (!last) return;
      yield* inPieces(page, (row) => line(this.exported(row, request.now)));
      if (page.length < PAGE) return;
      page = await this.page(request, last);
    }
  }

  private exported(row: CountedLink, now: string): ExportedLink {
    const record = this.presenter.row(row, now);
    return row.disabled_at !== null && record.status !== 'disabled' ? { ...record, [DISABLED]: true } : record;
  }

  private page({ workspaceId, filters, now }: ExportLinks, after: CountedLink | null): Promise<readonly CountedLink[]> {
    return this.queries.following(workspaceId, { ...filters, now }, after, PAGE);
  }
}
