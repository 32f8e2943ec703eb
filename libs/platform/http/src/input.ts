import type { Problem } from '@kernel';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Judge, collect, demandNone } from './validation';

interface Input {
  readonly query: unknown;
  readonly body: unknown;
}

const NOTHING = z.strictObject({});

const inputs = new WeakMap<FastifyRequest, Input>();
const judges = new WeakMap<object, Map<z.ZodType, Judge>>();

/**
 * Lets a judge add its problems to every answer that refuses a body of this schema. A valid body is not judged here:
 * the handler judges it, because the check of existence comes first.
 * @param server the HTTP server of the application that the judge belongs to
 */
export const judgeBodies = (server: object, schema: z.ZodType, judge: Judge): void => {
  const known = judges.get(server) ?? new Map<z.ZodType, Judge>();
  judges.set(server, known.set(schema, judge));
};

const refuse = ({ endpoint, body, server }: FastifyRequest, problems: readonly Problem[]): void => {
  const judge = problems.length > 0 && endpoint?.body ? judges.get(server.server)?.get(endpoint.body) : undefined;
  demandNone(judge ? [...problems, ...judge(body)] : problems);
};

/** Query and body, validated together and once, so that one answer lists all problems. */
export const inputOf = (request: FastifyRequest): Input => {
  const known = inputs.get(request);
  if (known) return known;
  const problems: Problem[] = [];
  const { query = NOTHING, body } = request.endpoint ?? {};
  const input = {
    query: collect(query, request.query ?? {}, 'query', problems),
    body: body ? collect(body, request.body, 'body', problems) : undefined,
  };
  refuse(request, problems);
  inputs.set(request, input);
  return input;
};

/** Refuses a query or a body that the endpoint does not declare, rather than ignore it. */
export const refuseUndeclared = (request: FastifyRequest): void => {
  const { endpoint, query, body } = request;
  if (!endpoint) return;
  const problems: Problem[] = [];
  if (!endpoint.query) collect(NOTHING, query ?? {}, 'query', problems);
  if (!endpoint.body && body !== undefined && body !== null && !endpoint.consumes)
    collect(NOTHING, body, 'body', problems);
  // The request is refused already; its answer lists the problems of the body, too.
  if (problems.length > 0 && endpoint.body) collect(endpoint.body, body, 'body', problems);
  refuse(request, problems);
};
