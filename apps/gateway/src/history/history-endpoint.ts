import type { z } from 'zod';
import { type HttpResponse, listOf, type OperationId } from '@platform/http';
import { listEndpoint } from '../endpoints';
import type { Entry, HistoryEntry } from './history';
import { type HistoryQuery, historyList, historyQuery } from './history.schemas';

interface HistoryEndpoint {
  readonly description: string;
  readonly query?: z.ZodObject;
  readonly answer?: z.ZodType;
}

/** Declares a route that lists the events of a resource. */
export const historyEndpoint = (id: OperationId, summary: string, spec: HistoryEndpoint) =>
  listEndpoint(id, summary, { query: historyQuery, answer: historyList, errors: ['event_store_mismatch'], ...spec });

/** One page of all entries. */
export const historyPage = (entries: readonly Entry<HistoryEntry>[], { page, limit }: HistoryQuery): HttpResponse =>
  listOf({
    data: entries.slice((page - 1) * limit, page * limit).map((entry) => entry.make()),
    total: entries.length,
    page,
    limit,
  });
