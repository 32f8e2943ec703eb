import { isIP } from 'node:net';
import { join } from 'node:path';
import { notFound } from '@platform/http';
import { wantsPage } from '@platform/pages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Site } from './site';

/** Where the build puts the dashboard, seen from this file as it is compiled. */
const FOLDER = join(__dirname, '../../../dashboard/site');
const PAGE = 'index.html';

/** Allows the page its own files and requests to its own origin, and no script or style within it. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

const HEADERS = {
  'content-security-policy': POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

export interface DashboardOptions {
  readonly publicUrl: string;
  /** Of the build; by default beside this app in the compiled tree. */
  readonly folder?: string;
}

/**
 * Serves the dashboard below /app/, and leads people there who open the host itself. It is there on the host of the
 * public URL, and on localhost and addresses, by which a machine is reached before it has a name: on no other host.
 */
export const serveDashboard = (instance: FastifyInstance, { publicUrl, folder = FOLDER }: DashboardOptions): void => {
  const site = new Site(folder);
  const { hostname: own } = new URL(publicUrl);
  const demandOwnHost = ({ hostname }: FastifyRequest): void => {
    if (hostname.toLowerCase() !== own && !isOfMachine(hostname)) throw notFound();
  };
  const send = (request: FastifyRequest, reply: FastifyReply, asked: string): FastifyReply => {
    demandOwnHost(request);
    const path = site.has(asked) || !isScreen(asked) ? asked : PAGE;
    reply.headers(HEADERS);
    if (!site.has(path)) throw notFound();
    const { body, headers } = site.send(path, String(request.headers['accept-encoding'] ?? ''));
    return reply.headers(headers).send(body);
  };
  instance.get('/', (request, reply) => {
    reply.header('vary', 'Accept');
    demandOwnHost(request);
    if (!wantsPage(request.headers.accept)) throw notFound();
    return reply.header('cache-control', 'no-cache').redirect('/app/', 302);
  });
  instance.get('/app', (request, reply) => {
    demandOwnHost(request);
    return reply.redirect('/app/', 308);
  });
  instance.get('/app/', (request, reply) => send(request, reply, PAGE));
  instance.get<{ Params: { '*': string } }>('/app/*', (request, reply) => send(request, reply, request.params['*']));
};

/** Paths below /app/ that are no file are the page's own: it knows which screen each is. */
const isScreen = (path: string): boolean => !path.startsWith('assets/') && !/\.\w+$/.test(path);

const isOfMachine = (hostname: string): boolean =>
  /(^|\.)localhost$/i.test(hostname) || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
