import { z } from 'zod';

/** Who did something, as every record of the HTTP contract has it; for the OpenAPI document. */
export const actorSchema = z
  .object({
    type: z
      .enum(['api_key', 'user', 'system'])
      .meta({ id: 'ActorType', description: 'Kind of actor.', example: 'api_key' }),
    id: z.string().meta({
      description:
        'Id of the API key or user; of the system, which part it was: `waymark`, `scheduler`, `webhooks`, `operator`.',
      example: 'key_01jd6q3x9v8w7t6s5r4p3n2m1k',
    }),
  })
  .meta({
    id: 'Actor',
    description: 'Who did it: an API key, a user or the system.',
  });
