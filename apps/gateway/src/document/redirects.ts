import type { DocumentTexts, EndpointSpec } from '@platform/http';
import { z } from 'zod';

const page = z.string().meta({
  description: 'The page with Open Graph fields of a link with a `preview`, for bots that preview links.',
  example: '<!doctype html><meta property="og:title" content="Summer sale">',
});
const visitQuery = z.object({
  qr: z.literal('1').optional().meta({ description: 'Counts the visit as a scan of a QR code.', example: '1' }),
});
const passwordBody = z
  .strictObject({
    password: z
      .string()
      .min(1)
      .meta({ format: 'password', description: 'The password of the link.', example: 'open sesame' }),
  })
  .meta({ id: 'LinkPassword', description: 'The password of the link.' });

const follow: EndpointSpec = {
  id: 'redirects.follow',
  summary: 'Follow a short URL',
  description:
    'Redirects to the destination of the link, by the status in its `redirect_type` (302 by default), and counts a ' +
    'click. The query of the visit is appended unless `forward_query` is false. HEAD answers alike and is not ' +
    'counted. Failures are HTML pages where `Accept` has `text/html`. A link that is not found, or that is disabled ' +
    'or not yet started, is a 404; one that has expired is a 410; on a domain of your own both can redirect to pages ' +
    'of yours.',
  scope: 'public',
  query: visitQuery,
  responses: {
    302: 'To the destination.',
    301: 'To the destination. Browsers keep it for at most 30 seconds.',
    307: 'To the destination, with the same method.',
    308: 'To the destination, with the same method. Browsers keep it for at most 30 seconds.',
    200: page,
  },
  produces: 'text/html',
  headers: ['Location'],
  errors: ['password_required', 'link_expired', 'click_limit_reached'],
};

const unlock: EndpointSpec = {
  id: 'redirects.unlock',
  summary: 'Follow a short URL with a password',
  description:
    'Redirects to the destination of a link with a password. Wrong attempts are limited to 10 a minute for each link ' +
    'and address, and to 100 a minute for each link. Nothing is remembered: each visit asks. A link without a ' +
    'password, and an alias that no link has, take no POST.',
  scope: 'public',
  query: visitQuery,
  body: passwordBody,
  consumes: ['application/x-www-form-urlencoded', 'application/json'],
  responses: { 303: 'To the destination.' },
  headers: ['Location'],
  errors: ['wrong_password', 'method_not_allowed', 'link_expired', 'click_limit_reached', 'rate_limited'],
};

/** Short URLs, which the redirector answers. @param server origin of the first short host */
export const redirectRoutes = (server: string): NonNullable<DocumentTexts['otherRoutes']> => [
  { method: 'GET', path: '/:alias', endpoint: { ...follow, cost: 0 }, server },
  { method: 'POST', path: '/:alias', endpoint: { ...unlock, cost: 0 }, server },
];
