import { Controller, Post } from '@nestjs/common';
import { Endpoint, ValidBody } from '@platform/http';
import { type Caller, CurrentCaller } from '../../caller';
import { LinkResolve } from './link-resolve';
import { type ResolveBody, resolution, resolveBody } from './link-resolve.schemas';

@Controller('v1/links/resolve')
export class LinkResolveController {
  constructor(private readonly links: LinkResolve) {}

  @Post()
  @Endpoint({
    id: 'links.resolve',
    summary: 'Tell where a visit would lead',
    description:
      'A dry run of rules, variants, schedule and query, by the code that redirects: of a link, of a draft, or of a ' +
      'link with changes. Nothing is counted or recorded. It judges the link, not the pages of its domain.',
    scope: 'read',
    body: resolveBody,
    responses: { 200: resolution },
    errors: ['not_found'],
  })
  async resolve(@ValidBody() body: ResolveBody, @CurrentCaller() caller: Caller) {
    return this.links.resolve(body, caller);
  }
}
