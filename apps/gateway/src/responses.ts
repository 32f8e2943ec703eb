import { z } from 'zod';
import { HttpResponse, etagOf } from '@platform/http';

/** The revision becomes the ETag. `pending` names the processors that have not handled it yet. */
interface Version {
  readonly revision: bigint | string;
  readonly pending?: readonly string[];
}

export const pendingHeader = ({ pending = [] }: Pick<Version, 'pending'>): Record<string, string> =>
  pending.length > 0 ? { 'waymark-pending': pending.join(', ') } : {};

const headersOf = (version: Version) => ({ etag: etagOf(BigInt(version.revision)), ...pendingHeader(version) });

/** A record as it is read or changed. */
export const versioned = (version: Version, record: object): HttpResponse =>
  new HttpResponse(record, { headers: headersOf(version) });

/** @param location path of what was created */
export const created = (version: Version, location: string, record: object): HttpResponse =>
  new HttpResponse(record, { status: 201, headers: { ...headersOf(version), location } });

/** No cache may store an answer with a secret. */
export const createdWithSecret = (version: Version, location: string, record: object, secret: object): HttpResponse =>
  new HttpResponse(
    { ...record, ...secret },
    { headers: { ...headersOf(version), location, 'cache-control': 'no-store' } },
  );

/** A record with a new secret of something that exists already. */
export const versionedWithSecret = (version: Version, record: object, secret: object): HttpResponse =>
  new HttpResponse({ ...record, ...secret }, { headers: { ...headersOf(version), 'cache-control': 'no-store' } });

/** An answer that is not one record. */
export const unversioned = (version: Pick<Version, 'pending'>, body: object): HttpResponse =>
  new HttpResponse(body, { headers: pendingHeader(version) });

export const deleted = (version: Pick<Version, 'pending'>): HttpResponse =>
  new HttpResponse(undefined, { headers: pendingHeader(version) });

const total = z.int().meta({ description: 'Entries of the whole list.', example: 1 });
const page = z.int().meta({ description: 'Number of this page, from 1.', example: 1 });
const limit = z.int().meta({ description: 'Entries of a page at most.', example: 25 });

const totalIs = z
  .literal('minimum')
  .optional()
  .meta({ description: 'Present when the filters match more than 10,000 entries: `total` stops there.' });

const pageMeta = z
  .object({ total, total_is: totalIs, page, limit })
  .meta({ id: 'PageMeta', description: 'Where a page is in its list.' });

const cursorMeta = z
  .object({
    total,
    total_is: totalIs,
    page,
    limit,
    next_cursor: z
      .string()
      .nullable()
      .optional()
      .meta({ description: 'The cursor of the next page. Only with `cursor`; null on the last page.', example: null }),
  })
  .meta({
    id: 'CursorMeta',
    description: 'Where a page is in its list.',
    example: { total: 1, page: 1, limit: 25 },
  });

const envelope = (record: z.ZodType, meta: z.ZodType, id: string, description: string) =>
  z
    .object({
      data: z.array(record).meta({ description: 'The entries of the page.' }),
      meta,
    })
    .meta({ id, description });

/** The envelope of a list of such records, for the OpenAPI document. @param id name of the schema */
export const listOfRecords = (record: z.ZodType, id: string, description: string) =>
  envelope(record, pageMeta, id, description);

/** The same of a list that can be paged by cursor, too. */
export const cursorListOfRecords = (record: z.ZodType, id: string, description: string) =>
  envelope(record, cursorMeta, id, description);
