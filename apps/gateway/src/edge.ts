import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { HttpProblem, etagOf, ifMatchOf } from '@platform/http';
import type { Caller } from './caller';
import type { Sent } from './commands';

/** The caller that authorization found. */
export const From = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const { caller } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!caller) throw new HttpProblem('missing_credentials');
  return caller;
});

/** Revisions that If-Match insists on: undefined when any will do, empty when none can match. */
export const ExpectedRevisions = createParamDecorator(
  (_: unknown, context: ExecutionContext): readonly bigint[] | undefined => {
    const header = context.switchToHttp().getRequest<FastifyRequest>().headers['if-match'];
    const wanted = ifMatchOf(header);
    return wanted === '*' ? undefined : wanted;
  },
);

/** Tells the version of what was written, and which readers may not know it yet. */
export const tellOutcome = (
  reply: FastifyReply,
  { revision, pending }: Pick<Sent<unknown>, 'revision' | 'pending'>,
): void => {
  reply.header('etag', etagOf(revision));
  if (pending.length > 0) reply.header('waymark-pending', pending.join(', '));
};

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
      next_cursor: z
        .string()
        .nullable()
        .optional()
        .meta({ description: 'Only where cursor was given; null on the last page.' }),
    }),
  });
