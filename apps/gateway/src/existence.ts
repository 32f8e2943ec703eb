import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { inputOf, isId, notFound } from '@platform/http';

/** Finds a resource of a workspace; null where there is none. */
export type Lookup = (workspaceId: string, id: string) => Promise<object | null>;

/** Says which resources exist. Each feature module registers its kind of resource, by the prefix of the ids. */
@Injectable()
export class ResourceLookups {
  private readonly byPrefix = new Map<string, Lookup>();

  /** @param prefix of the ids without the underscore, such as `link` */
  register(prefix: string, lookup: Lookup): void {
    this.byPrefix.set(prefix, lookup);
  }

  /** @param prefix of the kind that is asked for: an id of another kind is none */
  async exists(prefix: string, workspaceId: string, id: string): Promise<boolean> {
    const lookup = isId(prefix, id) ? this.byPrefix.get(prefix) : undefined;
    return lookup !== undefined && (await lookup(workspaceId, id)) !== null;
  }
}

/**
 * Existence comes before the body: a wrong body for a resource that does not exist is a 404. Looks the resource up only
 * when the input is wrong, so that a valid request costs no extra query.
 */
export const registerExistence = (fastify: FastifyInstance, lookups: ResourceLookups): void => {
  fastify.addHook('preHandler', async (request) => {
    const { id } = request.params as { readonly id?: string };
    const { body, idPrefix } = request.endpoint ?? {};
    if (!id || !idPrefix || !body || !request.caller) return;
    try {
      inputOf(request);
    } catch (problem) {
      if (!(await lookups.exists(idPrefix, request.caller.subject.workspaceId, id))) throw notFound();
      throw problem;
    }
  });
};
