import { z } from 'zod';

/** Control characters and lone surrogates have no place in a label, and no store takes them all. */
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f]|\p{Surrogate}/u;

/** One line of text, trimmed, not empty. @param max length in characters */
export const line = (max: number) =>
  z.string()
    .max(max, { error: `must have at most ${max} characters` })
    .refine((text) => !UNPRINTABLE.test(text), { error: 'must not contain control characters' })
    .trim()
    .min(1, { error: 'must not be empty' });
