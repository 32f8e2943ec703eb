import { applyDecorators, HttpCode } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { z } from 'zod';
import type { Code } from './codes';

/** What a caller must be allowed to do. `public`: no credential is needed (one that is sent is not judged). */
export type Scope = 'public' | 'read' | 'write' | 'keys' | 'owner';

/** What is told of an answer: its shape, or in words what an answer without a body means. */
export type Answer = z.ZodType | string;

/** Headers of answers that are explained once in the OpenAPI document. */
export type AnswerHeader = 'ETag' | 'Location' | 'Link' | 'Waymark-Pending';

export interface EndpointSpec {
  readonly summary: string;
  readonly description?: string;
  readonly scope: Scope;
  /** Slots of the rate limit that a request takes; 1, or 0 for public ones. */
  readonly cost?: number;
  /** Shapes of the input. What is not declared is refused. */
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Media types of the body; `application/json` unless said. Others need a parser of their own. */
  readonly consumes?: readonly string[];
  /** In bytes; the application's limit unless said. */
  readonly bodyLimit?: number;
  /** By status; the first one is what the handler answers with. */
  readonly responses: Readonly<Record<number, Answer>>;
  readonly headers?: readonly AnswerHeader[];
  /** Codes beyond those that any endpoint of its kind can answer with. */
  readonly errors?: readonly Code[];
  /** Media types of the answer, for what is not JSON. */
  readonly produces?: string | readonly string[];
}

/** An endpoint as hooks see it: `request.endpoint`. */
export type Endpoint = EndpointSpec & { readonly cost: number };

/**
 * Declares a route: what it needs, takes and gives. The one source for authorization (which runs before the body is read),
 * for validation and for the OpenAPI document. A route without it stops the application from starting.
 */
export const Endpoint = (spec: EndpointSpec): MethodDecorator => {
  const endpoint: Endpoint = { ...spec, cost: spec.cost ?? (spec.scope === 'public' ? 0 : 1) };
  const status = Number(Object.keys(spec.responses)[0] ?? 200);
  return applyDecorators(RouteConfig({ endpoint }), HttpCode(status), ApiOperation({ summary: spec.summary }));
};
