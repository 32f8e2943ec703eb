import { Controller, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { Endpoint, ValidBody } from '@platform/http';
import type { Caller } from '../caller';
import { From, tellOutcome } from '../edge';
import { LinkCommands } from './link.commands';
import { LinkPresenter } from './link.presenter';
import { createUrlBody, shortUrlRecord } from './link.schemas';

/** The simple form (S§2.4, S§4.4): the same links by fewer words. */
@Controller('api/urls')
export class UrlsController {
  constructor(
    private readonly commands: LinkCommands,
    private readonly presenter: LinkPresenter,
  ) {}

  @Post()
  @Endpoint({
    summary: 'Shorten a URL',
    scope: 'write',
    body: createUrlBody,
    responses: { 201: shortUrlRecord },
    headers: ['Location', 'Waymark-Pending'],
    errors: ['redirect_loop'],
  })
  async create(
    @ValidBody() { originalUrl }: z.infer<typeof createUrlBody>,
    @From() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const sent = await this.commands.create({ destination_url: originalUrl }, caller, 'originalUrl');
    tellOutcome(reply, sent);
    reply.header('location', `/v1/links/${sent.state.id}`);
    return { shortCode: sent.state.alias, shortUrl: this.presenter.shortUrl(sent.state), originalUrl };
  }
}
