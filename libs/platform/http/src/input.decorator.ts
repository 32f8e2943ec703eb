import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { notFound } from './errors';
import { inputOf } from './input';

const requestOf = (context: ExecutionContext) => context.switchToHttp().getRequest<FastifyRequest>();

/** The body, validated by the schema that the endpoint declares. Annotate the parameter with the schema's type. */
export const ValidBody = createParamDecorator(
  (_: unknown, context: ExecutionContext) => inputOf(requestOf(context)).body,
);

/** The query, validated by the schema that the endpoint declares. */
export const ValidQuery = createParamDecorator(
  (_: unknown, context: ExecutionContext) => inputOf(requestOf(context)).query,
);

const ID = /^[A-Za-z0-9_-]{1,64}$/;

/** Whether a text can be an id of this kind. */
export const isId = (prefix: string, text: string): boolean =>
  text.startsWith(`${prefix}_`) && ID.test(text.slice(prefix.length + 1));

const ID_OF_PATH = Symbol('the kind of the id in the path');

/** The prefix that {@link Id} demands of the `:id` of a route; undefined without one. */
export const idPrefixOf = (target: object, method: string | symbol): string | undefined =>
  Reflect.getMetadata(ID_OF_PATH, target, method) as string | undefined;

/** The `:id` of the path. @throws 404 for a text that is not an id of this kind, since such a resource cannot exist */
export const Id =
  (prefix: string): ParameterDecorator =>
  (target, method, index) => {
    if (method !== undefined) Reflect.defineMetadata(ID_OF_PATH, prefix, target, method);
    IdOfPath(prefix)(target, method, index);
  };

const IdOfPath = createParamDecorator((prefix: string, context: ExecutionContext) => {
  const { id } = requestOf(context).params as { readonly id?: string };
  if (id === undefined || !isId(prefix, id)) throw notFound();
  return id;
});
