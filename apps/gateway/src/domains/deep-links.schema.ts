import { isDeeper } from '@kernel';
import { holdsKey } from '@contexts/keys';
import type { DeepLinks } from '@contexts/domains';
import { z } from 'zod';

const MOST_BYTES = 128 * 1_024;
const DEEPEST = 32;
/** NUL and lone surrogates, as JSON writes them: Postgres stores neither. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/;

const problemWith = (document: object): string | null => {
  if (isDeeper(document, DEEPEST)) return `must be nested at most ${DEEPEST} levels deep`;
  const text = JSON.stringify(document);
  if (Buffer.byteLength(text) > MOST_BYTES) return 'must have at most 128 kB';
  if (UNSTORABLE.test(text)) return 'must not contain NUL characters or lone surrogates';
  return holdsKey(text) ? 'must not contain an API key' : null;
};

/** The JSON document of a deep link, which is of this type. */
export const deepLinks = (type: 'object' | 'array') =>
  z
    .custom<DeepLinks>(
      (value) => typeof value === 'object' && value !== null && Array.isArray(value) === (type === 'array'),
      { error: `must be a JSON ${type}` },
    )
    .superRefine((document, context) => {
      const problem = problemWith(document);
      if (problem) context.addIssue({ code: 'custom', message: problem });
    });
