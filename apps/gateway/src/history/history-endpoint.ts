import { Endpoint, type HttpResponse, listOf } from '@platform/http';
import type { z } from 'zod';
import { listOfRecords } from '../responses';
import { type HistoryQuery, historyEntry, historyQuery } from './history.schemas';

interface HistoryEndpoint {
  readonly summary: string;
  readonly description: string;
  readonly query?: z.ZodObject;
  readonly entry?: z.ZodType;
}

/** Declares a route that lists the events of a resource. */
export const historyEndpoint = ({ query = historyQuery, entry = historyEntry, ...texts }: HistoryEndpoint) =>
  Endpoint({ ...texts, scope: 'read', query, responses: { 200: listOfRecords(entry) }, headers: ['Link'] });

/** One page of all entries. */
export const historyPage = (entries: readonly object[], { page, limit }: HistoryQuery): HttpResponse =>
  listOf({ data: entries.slice((page - 1) * limit, page * limit), total: entries.length, page, limit });
