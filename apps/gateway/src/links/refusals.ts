import { inputOf } from '@platform/http';
import type { FastifyInstance } from 'fastify';
import type { LinkDomains } from './link-domains';
import { createLinkBody, putLinkBody, updateLinkBody } from './link.schemas';

const LINKS: readonly unknown[] = [createLinkBody, putLinkBody, updateLinkBody];

/**
 * Looks up the domains of a body that breaks its schema, so that its judge knows them: one answer lists all problems. A
 * valid body costs nothing here.
 */
export const prepareRefusals = (fastify: FastifyInstance, domains: Pick<LinkDomains, 'prepare'>): void => {
  fastify.addHook('preHandler', async (request) => {
    if (!request.caller || !LINKS.includes(request.endpoint?.body)) return;
    try {
      inputOf(request);
    } catch {
      await domains.prepare(request.body, request.caller.subject.workspaceId);
    }
  });
};
