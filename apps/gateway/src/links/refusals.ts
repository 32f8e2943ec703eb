import { inputOf } from '@platform/http';
import type { FastifyInstance } from 'fastify';
import { checkBody } from './check/destination-check.controller';
import { type LinkPolicy, fieldOf } from './link.policy';
import { createLinkBody, createUrlBody, putLinkBody, updateLinkBody } from './link-body.schemas';

const LINKS: readonly unknown[] = [createLinkBody, putLinkBody, updateLinkBody, checkBody, createUrlBody];

/**
 * Looks up the domains and the campaign of a body that breaks its schema, so that its judge knows them: one answer
 * lists all problems. A valid body costs nothing here.
 */
export const prepareRefusals = (fastify: FastifyInstance, policy: Pick<LinkPolicy, 'prepare'>): void => {
  fastify.addHook('preHandler', async (request) => {
    const { caller, body, endpoint } = request;
    if (!caller || !LINKS.includes(endpoint?.body)) return;
    try {
      inputOf(request);
    } catch {
      const urls = endpoint?.body === createUrlBody ? [fieldOf(body, 'originalUrl')] : undefined;
      await policy.prepare(body, caller.subject.workspaceId, urls);
    }
  });
};
