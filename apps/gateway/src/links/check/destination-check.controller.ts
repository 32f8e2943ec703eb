import { Controller, Post } from '@nestjs/common';
import { z } from 'zod';
import { Endpoint, ValidBody, demandNone } from '@platform/http';
import { type Caller, CurrentCaller } from '../../caller';
import { LinkPolicy } from '../link.policy';
import { destinationUrl } from '../link-values.schemas';
import { DestinationCheck } from './destination-check';

export const checkBody = z
  .strictObject({ destination_url: destinationUrl })
  .meta({ id: 'DestinationCheck', description: 'A destination to look at.' });

const checked = z
  .object({
    reachable: z.boolean().meta({ description: 'Whether a server answered, whatever its status.', example: true }),
    status: z.int().nullable().meta({ description: 'HTTP status of the answer, after redirects.', example: 200 }),
    final_url: z
      .string()
      .nullable()
      .meta({ description: 'Where the redirects led.', example: 'https://www.example.com/summer?ref=1' }),
    redirects: z.int().nullable().meta({ description: 'How many redirects were followed.', example: 1 }),
    content_type: z
      .string()
      .nullable()
      .meta({ description: 'Media type of the answer.', example: 'text/html; charset=utf-8' }),
    title: z.string().nullable().meta({ description: 'Title of the page.', example: 'Summer sale' }),
    error: z
      .enum(['unreachable', 'late', 'malformed'])
      .nullable()
      .meta({
        description:
          'Why there is no answer. `unreachable`: no such host, no connection, or an address that is not public. `late`: ' +
          'none within 5 seconds. `malformed`: no valid HTTP, or more than 5 redirects.',
        example: null,
      }),
  })
  .meta({ id: 'CheckedDestination', description: 'What a look at a destination found.' });

@Controller('v1/links/check')
export class DestinationCheckController {
  constructor(
    private readonly destinations: DestinationCheck,
    private readonly policy: LinkPolicy,
  ) {}

  @Post()
  @Endpoint({
    id: 'links.check',
    summary: 'Look whether a destination answers',
    description:
      'Sends one HEAD, and a GET where that does not tell enough. What no link may lead to is the same 400 as for a ' +
      'link. At most 30 a minute for each workspace.',
    scope: 'write',
    body: checkBody,
    responses: { 200: checked },
    errors: ['redirect_loop', 'unsafe_destination'],
  })
  async check(@ValidBody() body: z.infer<typeof checkBody>, @CurrentCaller() { subject }: Caller) {
    await this.policy.prepare(body, subject.workspaceId);
    demandNone(this.policy.problemsOfNew(body));
    return this.destinations.check(body.destination_url, subject.workspaceId);
  }
}
