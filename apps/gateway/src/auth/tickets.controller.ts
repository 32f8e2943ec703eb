import { Controller, Inject, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Endpoint, HttpResponse, ValidBody, invalid, isDownloadAt, unauthorized } from '@platform/http';
import { type Caller, CurrentCaller } from '../caller';
import type { GatewayConfig } from '../core.module';
import { CONFIG } from '../tokens';
import { Tickets } from './tickets';

/** Visible ASCII, as in a request line, without a fragment. */
const ADDRESS = /^\/(?!\/)[!-"$-~]*$/;

const ticketBody = z
  .strictObject({
    path: z
      .string()
      .max(8_192)
      .regex(ADDRESS, { error: 'must be a path with its query, percent-encoded' })
      .meta({ description: 'Path and query of the download.', example: '/v1/links/export?format=csv' }),
  })
  .meta({ id: 'TicketCreate', description: 'What to download.' });

const ticketRecord = z
  .object({
    ticket: z.string().meta({
      description: 'The value of `ticket` in the query of this one address.',
      example: 'ticket_q2Vn0bTzYxC1mLpRs5dFgHj6kWq3nVb8',
      'x-waymark': { secret: true },
    }),
    url: z.string().meta({
      description: 'Where to download it, with the ticket.',
      example: 'https://go.example.com/v1/links/export?format=csv&ticket=ticket_q2Vn0bTzYxC1mLpRs5dFgHj6kWq3nVb8',
    }),
    expires_at: z.iso
      .datetime()
      .meta({ description: 'A minute later: from then on it is a 401.', example: '2026-11-21T08:01:00.000Z' }),
  })
  .meta({ id: 'Ticket', description: 'A ticket for one download.' });

@Controller('v1/auth/tickets')
export class TicketsController {
  constructor(
    private readonly tickets: Tickets,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  @Post()
  @Endpoint({
    id: 'auth.createTicket',
    summary: 'Get a ticket for a download',
    description:
      'For a link that a browser follows without the header of a credential: exports, the errors of an import, QR ' +
      'images. The ticket opens just this path and query, by GET, for a minute and any number of times, with the ' +
      'permissions that the caller has then.',
    scope: 'read',
    body: ticketBody,
    responses: { 201: ticketRecord },
  })
  create(
    @ValidBody() { path }: z.infer<typeof ticketBody>,
    @CurrentCaller() { now }: Caller,
    @Req() { server, credential }: FastifyRequest,
  ) {
    if (!isDownloadAt(server, path)) throw invalid('body.path', 'must be the path of a download');
    if (/[?&](ticket|api_key)=/.test(path)) throw invalid('body.path', 'must not contain a credential');
    if (!credential) throw unauthorized('missing_credentials');
    const { ticket, address, expires_at } = this.tickets.issue(path, credential, now);
    const record = { ticket, url: `${this.config.publicUrl}${address}`, expires_at };
    return new HttpResponse(record, { headers: { 'cache-control': 'no-store' } });
  }
}
