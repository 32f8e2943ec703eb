import type { Problem } from '@kernel';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { collect, invalidRequest } from './validation';

interface Input {
  readonly query: unknown;
  readonly body: unknown;
}

const NOTHING = z.strictObject({});

const inputs = new WeakMap<FastifyRequest, Input>();

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
  if (problems.length > 0) throw invalidRequest(problems);
  inputs.set(request, input);
  return input;
};

/** Refuses a query or a body that the endpoint does not declare, rather than ignore it. */
export const refuseUndeclared = ({ endpoint, query, body }: FastifyRequest): void => {
  if (!endpoint) return;
  const problems: Problem[] = [];
  if (!endpoint.query && endpoint.scope !== 'public') collect(NOTHING, query ?? {}, 'query', problems);
  if (!endpoint.body && body !== undefined && body !== null && !endpoint.consumes)
    collect(NOTHING, body, 'body', problems);
  // The request is refused already; its answer lists the problems of the body, too.
  if (problems.length > 0 && endpoint.body) collect(endpoint.body, body, 'body', problems);
  if (problems.length > 0) throw invalidRequest(problems);
};
