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
  /** The places that the schema refuses, such as `body.name`. */
  readonly refused: ReadonlySet<string>;
}

/** Finds what the schema cannot know. @param part the fields that the schema accepts */
export type JudgePart<S extends z.ZodObject> = (
  part: Partial<z.output<S>>,
  request: Refused,
) => Promise<readonly Problem[]>;

type FindProblems = (body: object, request: Refused) => Promise<readonly Problem[]>;

const judges = new WeakMap<FastifyInstance, Map<unknown, FindProblems>>();
const found = new WeakMap<object, readonly Problem[]>();

/**
 * A body that breaks its schema is judged as far as the schema accepts it, so that one answer lists all problems. A
 * valid body costs nothing here: its handler judges it.
 */
export const judgeRefused = <S extends z.ZodObject>(fastify: FastifyInstance, schema: S, judge: JudgePart<S>): void => {
  judgesOf(fastify).set(schema, (body, request) => judge(acceptedPart(schema, body), request));
  judgeBodies(fastify.server, schema, (body) => found.get(body as object) ?? []);
};

/** All judges share one hook, which each request runs. */
const judgesOf = (fastify: FastifyInstance): Map<unknown, FindProblems> => {
  const known = judges.get(fastify);
  if (known) return known;
  const added = new Map<unknown, FindProblems>();
  judges.set(fastify, added);
  fastify.addHook('preHandler', async (request) => {
    const judge = added.get(request.endpoint?.body);
    if (judge) await judgeRequest(request, judge);
  });
  return added;
};

const judgeRequest = async (request: FastifyRequest, judge: FindProblems): Promise<void> => {
  const { caller, body } = request;
  if (!caller || typeof body !== 'object' || body === null) return;
  const refused = placesRefused(request);
  if (refused.size === 0) return;
  const { id = '' } = request.params as { readonly id?: string };
  const problems = await judge(body, { caller, id, refused });
  found.set(
    body,
    problems.filter(({ location }) => !refused.has(location)),
  );
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
