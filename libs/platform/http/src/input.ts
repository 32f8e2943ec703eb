import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Problem } from '@kernel';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { notFound } from './errors';
import { collect, invalidRequest } from './validation';

interface Input {
  readonly query: unknown;
  readonly body: unknown;
}

const NOTHING = z.strictObject({});

const inputs = new WeakMap<FastifyRequest, Input>();

/** Query and body as the endpoint declares them, judged together and once, so that one answer lists all problems. */
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

/** What an endpoint does not declare it does not take: no parameter and no field is ever accepted and ignored. */
export const refuseUndeclared = ({ endpoint, query, body }: FastifyRequest): void => {
  if (!endpoint) return;
  const problems: Problem[] = [];
  if (!endpoint.query && endpoint.scope !== 'public') collect(NOTHING, query ?? {}, 'query', problems);
  if (!endpoint.body && body !== undefined && body !== null && !endpoint.consumes) collect(NOTHING, body, 'body', problems);
  // Refused anyway: then the body's own problems belong into the same answer.
  if (problems.length > 0 && endpoint.body) collect(endpoint.body, body, 'body', problems);
  if (problems.length > 0) throw invalidRequest(problems);
};

const requestOf = (context: ExecutionContext) => context.switchToHttp().getRequest<FastifyRequest>();

/** The body, validated by the schema that the endpoint declares. Annotate the parameter with the schema's type. */
export const ValidBody = createParamDecorator((_: unknown, context: ExecutionContext) => inputOf(requestOf(context)).body);

/** The query, validated by the schema that the endpoint declares. */
export const ValidQuery = createParamDecorator((_: unknown, context: ExecutionContext) => inputOf(requestOf(context)).query);

const ID = /^[A-Za-z0-9_-]{1,64}$/;

/** The `:id` of the path. What has not the form of such an id is not found: it cannot exist. */
export const Id = createParamDecorator((prefix: string, context: ExecutionContext) => {
  const { id } = requestOf(context).params as { readonly id?: string };
  if (id === undefined || !id.startsWith(`${prefix}_`) || !ID.test(id.slice(prefix.length + 1))) throw notFound();
  return id;
});
