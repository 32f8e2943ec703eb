import { z } from 'zod';
import { line, optional } from '../text.schemas';
import { destinationUrl } from './link-values.schemas';

export const preview = z
  .strictObject({
    title: optional(line(255).meta({ description: 'Title of the preview.', example: 'Summer sale' })),
    description: optional(line(500).meta({ description: 'Text of the preview.', example: 'Half price until Sunday.' })),
    image_url: optional(
      destinationUrl.meta({
        description: 'Address of its image: http or https, without credentials.',
        example: 'https://example.com/summer.png',
      }),
    ),
  })
  .refine((fields) => Object.values(fields).some((value) => value !== undefined), {
    error: 'must have a title, a description or an image_url',
    when: ({ issues }) => issues.length === 0,
  })
  .meta({
    id: 'PreviewInput',
    description:
      'Bots that preview links in messages and posts get a page with these Open Graph fields in place of the redirect.',
    example: {
      title: 'Summer sale',
      description: 'Half price until Sunday.',
      image_url: 'https://example.com/summer.png',
    },
  });
