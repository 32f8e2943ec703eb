import type { FastifyInstance } from 'fastify';
import { inputOf, notFound } from '@platform/http';

/** Tells whether a workspace has the resource. */
export type Exists = (workspaceId: string, id: string) => Promise<boolean>;

/**
 * Existence comes before the body: a wrong body for a resource that is not there is a 404. Looks only when the input is
 * wrong, so that a right one costs nothing.
 * @param byPrefix how to look, by the prefix of the id
 */
export const registerExistence = (fastify: FastifyInstance, byPrefix: Readonly<Record<string, Exists>>): void => {
  fastify.addHook('preHandler', async (request) => {
    const { id } = request.params as { readonly id?: string };
    if (!id || !request.endpoint?.body || !request.caller) return;
    try {
      inputOf(request);
    } catch (problem) {
      const exists = byPrefix[id.slice(0, id.indexOf('_'))];
      if (!exists || !(await exists(request.caller.subject.workspaceId, id))) throw notFound();
      throw problem;
    }
  });
};
