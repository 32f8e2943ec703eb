import { holdsKey } from '@contexts/keys';
import { z } from 'zod';

/** Control characters and lone surrogates; some stores cannot hold them. */
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f]|\p{Surrogate}/u;

/** Refuses an API key pasted into the wrong field, because events are kept for ever. */
export const holdsNoKey = [(text: string) => !holdsKey(text), { error: 'must not contain an API key' }] as const;

/** One line of text, trimmed, not empty. @param max length in characters */
export const line = (max: number) =>
  z
    .string()
    .max(max, { error: `must have at most ${max} characters` })
    .refine((text) => !UNPRINTABLE.test(text), { error: 'must not contain control characters' })
    .refine(...holdsNoKey)
    .trim()
    .min(1, { error: 'must not be empty' });

/** May be absent from a body that creates; null means the same, as it does in a PATCH. */
export const optional = <S extends z.ZodType>(schema: S) =>
  schema
    .nullable()
    .transform((value) => value ?? undefined)
    .optional();

const timestamp = z.iso.datetime({ offset: true });

/** An RFC 3339 timestamp of any offset as UTC with milliseconds, the form and resolution of what is stored; null for other texts. */
export const utcOf = (text: string): string | null => {
  const at = timestamp.safeParse(text).success ? new Date(text) : null;
  return at && at.getUTCFullYear() >= 0 && at.getUTCFullYear() < 10_000 ? at.toISOString() : null;
};
