import { mergedPreview } from '@contexts/links';
import { z } from 'zod';
import { line } from '../text.schemas';
import { destinationUrl } from './link-values.schemas';

const clearable = <S extends z.ZodType>(schema: S) => schema.nullable().optional();

const EMPTY = 'must have a title, a description or an image_url';

/** In a change an absent part stays, null clears it. */
export const preview = z
  .strictObject({
    title: clearable(line(255).meta({ description: 'Title of the preview.', example: 'Summer sale' })),
    description: clearable(
      line(500).meta({ description: 'Text of the preview.', example: 'Half price until Sunday.' }),
    ),
    image_url: clearable(
      destinationUrl.meta({
        description: 'Address of its image: http or https, without credentials.',
        example: 'https://example.com/summer.png',
      }),
    ),
  })
  .refine((fields) => Object.values(fields).some((value) => value !== undefined), {
    error: EMPTY,
    when: ({ issues }) => issues.length === 0,
  })
  .meta({
    id: 'PreviewInput',
    description:
      'Bots that preview links in messages and posts get a page with these Open Graph fields in place of the redirect. ' +
      'In a change of a link an absent field stays as it is, null clears it.',
    example: {
      title: 'Summer sale',
      description: 'Half price until Sunday.',
      image_url: 'https://example.com/summer.png',
    },
  });

/** That of a new link: null is as if absent. */
export const newPreview = preview.transform((parts, { addIssue }) => {
  const made = mergedPreview(null, parts);
  if (!made) addIssue(EMPTY);
  return made;
});
