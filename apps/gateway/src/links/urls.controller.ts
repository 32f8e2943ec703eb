import { Controller, Post } from '@nestjs/common';
import type { z } from 'zod';
import { Endpoint, ValidBody } from '@platform/http';
import { type Caller, CurrentCaller } from '../caller';
import { created } from '../responses';
import { LinkCommands } from './link.commands';
import { LinkPresenter } from './link.presenter';
import { createUrlBody } from './link-body.schemas';
import { shortUrlRecord } from './link.schemas';

/** A shorter way to create a link, in camelCase. */
@Controller('api/urls')
export class UrlsController {
  constructor(
    private readonly commands: LinkCommands,
    private readonly presenter: LinkPresenter,
  ) {}

  @Post()
  @Endpoint({
    id: 'urls.create',
    summary: 'Shorten a URL',
    description: 'Creates a link with a random alias. It is a link like any other: `Location` leads to its record.',
    scope: 'write',
    body: createUrlBody,
    responses: { 201: shortUrlRecord },
    headers: ['Location', 'Waymark-Pending'],
    errors: ['redirect_loop', 'unsafe_destination'],
  })
  async create(@ValidBody() { originalUrl }: z.infer<typeof createUrlBody>, @CurrentCaller() caller: Caller) {
    const sent = await this.commands.create({ destination_url: originalUrl }, caller, 'originalUrl');
    const { id, alias } = sent.state;
    const record = { shortCode: alias, shortUrl: this.presenter.shortUrl(sent.state), originalUrl };
    return created(sent, `/v1/links/${id}`, record);
  }
}
