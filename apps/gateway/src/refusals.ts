import { type Problem, Rejection } from '@kernel';
import { inputOf, judgeBodies } from '@platform/http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Caller } from './caller';
import { fieldOf } from './links/link-urls';

/** What a judge knows of a request. */
export interface Refused {
  readonly caller: Caller;
  /** The id in the path; empty for a resource that is being made. */
  readonly id: string;
}

/** Finds what the schema cannot know. @param part the fields that the schema accepts */
export type JudgePart<S extends z.ZodObject> = (
  part: Partial<z.output<S>>,
  request: Refused,
) => Promise<readonly Problem[]>;

/**
 * A body that breaks its schema is judged as far as the schema accepts it, so that one answer lists all problems. A
 * valid body costs nothing here: its handler judges it.
 */
export const judgeRefused = <S extends z.ZodObject>(fastify: FastifyInstance, schema: S, judge: JudgePart<S>): void => {
  const found = new WeakMap<object, readonly Problem[]>();
  judgeBodies(fastify.server, schema, (body) => found.get(body as object) ?? []);
  fastify.addHook('preHandler', async (request) => {
    const { caller, body } = request;
    if (!caller || request.endpoint?.body !== schema || typeof body !== 'object' || body === null) return;
    const refused = placesRefused(request);
    if (refused.size === 0) return;
    const { id = '' } = request.params as { readonly id?: string };
    const problems = await judge(acceptedPart(schema, body), { caller, id });
    found.set(
      body,
      problems.filter(({ location }) => !refused.has(location)),
    );
  });
};

const placesRefused = (request: FastifyRequest): ReadonlySet<string> => {
  try {
    inputOf(request);
    return new Set();
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    return new Set(error.problems.map(({ location }) => location));
  }
};

const acceptedPart = <S extends z.ZodObject>(schema: S, body: object): Partial<z.output<S>> =>
  Object.fromEntries(
    Object.entries(schema.shape).flatMap(([name, field]) => {
      const parsed = (field as z.ZodType).safeParse(fieldOf(body, name));
      return parsed.success && parsed.data !== undefined ? [[name, parsed.data]] : [];
    }),
  ) as Partial<z.output<S>>;
