import type { FastifyReply, FastifyRequest } from 'fastify';
import { listOf } from '@platform/http';
import type { HistoryQuery } from './history.schemas';

/** One page of entries as the list of the HTTP contract. */
export const historyPage = <T>(
  request: FastifyRequest,
  reply: FastifyReply,
  entries: readonly T[],
  { page, limit }: HistoryQuery,
) =>
  listOf(request, reply, { data: entries.slice((page - 1) * limit, page * limit), total: entries.length, page, limit });
