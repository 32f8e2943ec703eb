import { holdsKey } from '@contexts/keys';
import { z } from 'zod';

/** Control characters and lone surrogates; some stores cannot hold them. */
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f]|\p{Surrogate}/u;

/** Refuses an API key pasted into the wrong field, because events are kept for ever. */
export const holdsNoKey = [(text: string) => !holdsKey(text), { error: 'must not contain an API key' }] as const;

/** Text without control characters, as it was sent. @param max length in characters */
export const exactText = (max: number) =>
  z
    .string()
    .max(max, { error: `must have at most ${max} characters` })
    .refine((text) => !UNPRINTABLE.test(text), { error: 'must not contain control characters' })
    .refine(...holdsNoKey);

/** One line of text, trimmed, not empty. @param max length in characters */
export const line = (max: number) => exactText(max).trim().min(1, { error: 'must not be empty' });

/** Fields of a record that no body sets, with the reason for `refusing`. */
export const readOnly = (...fields: string[]): Record<string, string> =>
  Object.fromEntries(fields.map((field) => [field, 'cannot be set: it is read-only']));

/** May be absent from a body that creates; null means the same, as it does in a PATCH. */
export const optional = <S extends z.ZodType>(schema: S) =>
  schema
    .nullable()
    .transform((value) => value ?? undefined)
    .optional();
