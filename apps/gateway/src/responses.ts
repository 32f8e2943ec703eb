import { z } from 'zod';
import { HttpResponse, etagOf } from '@platform/http';

/** The revision becomes the ETag. `pending` names the processors that have not handled it yet. */
interface Version {
  readonly revision: bigint | string;
  readonly pending?: readonly string[];
}

const pendingHeader = ({ pending = [] }: Pick<Version, 'pending'>): Record<string, string> =>
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

/** An answer that is not one record. */
export const answered = (version: Pick<Version, 'pending'>, body: object): HttpResponse =>
  new HttpResponse(body, { headers: pendingHeader(version) });

export const deleted = (version: Pick<Version, 'pending'>): HttpResponse =>
  new HttpResponse(undefined, { headers: pendingHeader(version) });

/** The envelope of a list of such records, for the OpenAPI document. */
export const listOfRecords = (record: z.ZodType) =>
  z.object({ data: z.array(record), meta: z.object({ total: z.int(), page: z.int(), limit: z.int() }) });

/** The same of a list that can be paged by cursor, too. */
export const cursorListOfRecords = (record: z.ZodType) =>
  z.object({
    data: z.array(record),
    meta: z.object({
      total: z.int(),
      page: z.int(),
      limit: z.int(),
      next_cursor: z.string().nullable().optional().meta({ description: 'Only with cursor; null on the last page.' }),
    }),
  });
