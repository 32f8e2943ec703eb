import { inputOf } from '@platform/http';
import type { FastifyInstance } from 'fastify';
import type { LinkPolicy } from './link.policy';
import { createLinkBody, putLinkBody, updateLinkBody } from './link-body.schemas';

const LINKS: readonly unknown[] = [createLinkBody, putLinkBody, updateLinkBody];

/**
 * Looks up the domains and the campaign of a body that breaks its schema, so that its judge knows them: one answer
 * lists all problems. A valid body costs nothing here.
 */
export const prepareRefusals = (fastify: FastifyInstance, policy: Pick<LinkPolicy, 'prepare'>): void => {
  fastify.addHook('preHandler', async (request) => {
    if (!request.caller || !LINKS.includes(request.endpoint?.body)) return;
    try {
      inputOf(request);
    } catch {
      await policy.prepare(request.body, request.caller.subject.workspaceId);
    }
  });
};
