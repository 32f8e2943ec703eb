import { applyDecorators, HttpCode } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { z } from 'zod';
import type { Code } from './codes';
import { idPrefixOf } from './input.decorator';

/** The permission that a caller needs. A `public` endpoint needs none; see `credential`. */
export type RequiredPermission = 'public' | 'read' | 'write' | 'keys' | 'owner';

/** The schema of an answer's body, or a description of an answer without one. */
export type ResponseSpec = z.ZodType | string;

/** Headers of answers that the OpenAPI document describes once, as components. */
export type ResponseHeader = 'ETag' | 'Location' | 'Link' | 'Waymark-Pending';

/** Resource and verb in camelCase: `links.create`. Its resource is the operation's tag. */
export type OperationId = `${string}.${string}`;

/** A request that is sent later to a URL that the operation was given. */
export interface Callback {
  readonly name: string;
  /** Where the URL is found, as a runtime expression of OpenAPI: `$request.body#/url`. */
  readonly url: string;
  readonly summary: string;
  readonly description: string;
  /** The name of the schema of its body. */
  readonly body: string;
  /** What answers of its receiver mean, by status: `2XX` for every success. */
  readonly answers: Readonly<Record<string, string>>;
}

export interface EndpointSpec {
  /** The operation's name in the OpenAPI document and in the client libraries. It never changes. */
  readonly id: OperationId;
  readonly summary: string;
  readonly description?: string;
  readonly scope: RequiredPermission;
  /** Whether a session is admitted although its workspace is deleted. Only with the scopes `read` and `owner`. */
  readonly afterDeletion?: true;
  /** Whether a user alone is admitted, and no key. */
  readonly byUser?: true;
  /** On a public endpoint: a credential is judged if the request has one. */
  readonly credential?: 'optional';
  /**
   * Slots of the rate limit that a request takes; by default 1, and 0 for public endpoints. Of others, 0 holds for a
   * session, and a key takes one: it is for what ends an access.
   */
  readonly cost?: 0 | 1;
  /** Schemas of the input. Undeclared parameters and fields are refused. */
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Media types of the body; by default `application/json`. Others need a parser of their own. */
  readonly consumes?: readonly string[];
  /** In bytes; by default the limit of the application. */
  readonly bodyLimit?: number;
  /** Milliseconds in which the body must arrive; by default a minute. */
  readonly bodyWithin?: number;
  /** By status; the first one is the status of a handler's result. */
  readonly responses: Readonly<Record<number, ResponseSpec>>;
  readonly headers?: readonly ResponseHeader[];
  /** Codes beyond those that any endpoint of its kind can answer with. */
  readonly errors?: readonly Code[];
  /** Media types of an answer that is not JSON. */
  readonly produces?: string | readonly string[];
  /** The schema of the items of an event stream. */
  readonly streams?: z.ZodType;
  readonly callback?: Callback;
}

/** The endpoint of a request, for hooks: `request.endpoint`. */
export type Endpoint = EndpointSpec & {
  readonly cost: 0 | 1;
  /** Of the `:id` of the path. */
  readonly idPrefix?: string | undefined;
};

/**
 * Declares a route: its permission, input and answers. Authorization (which runs before the body is read), validation
 * and the OpenAPI document are made from it. An application with an undeclared route does not start.
 */
export const Endpoint =
  (spec: EndpointSpec): MethodDecorator =>
  (target, method, descriptor) => {
    const cost = spec.cost ?? (spec.scope === 'public' ? 0 : 1);
    const endpoint: Endpoint = { ...spec, cost, idPrefix: idPrefixOf(target, method) };
    const status = Number(Object.keys(spec.responses)[0] ?? 200);
    applyDecorators(RouteConfig({ endpoint }), HttpCode(status))(target, method, descriptor);
  };
