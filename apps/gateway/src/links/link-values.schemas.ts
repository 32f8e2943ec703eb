import { problemWithDestination } from '@contexts/links';
import { z } from 'zod';

export const destinationUrl = z
  .string()
  .superRefine((text, context) => {
    const problem = problemWithDestination(text);
    if (problem) context.addIssue({ code: 'custom', message: problem });
  })
  .meta({
    format: 'uri',
    maxLength: 8_192,
    example: 'https://example.com/summer?ref=1',
    description: 'Where it leads: http or https, without credentials.',
  });
