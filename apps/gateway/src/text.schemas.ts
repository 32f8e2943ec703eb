import { z } from 'zod';

/** Control characters and lone surrogates have no place in a label, and no store takes them all. */
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f]|\p{Surrogate}/u;

const OWN_KEY = /svc_live_[0-9A-Za-z]{20,}/;

/** What somebody pasted into the wrong field is refused, not kept for ever in an event. */
export const holdsNoKey = [(text: string) => !OWN_KEY.test(text), { error: 'must not contain an API key' }] as const;

/** One line of text, trimmed, not empty. @param max length in characters */
export const line = (max: number) =>
  z
    .string()
    .max(max, { error: `must have at most ${max} characters` })
    .refine((text) => !UNPRINTABLE.test(text), { error: 'must not contain control characters' })
    .refine(...holdsNoKey)
    .trim()
    .min(1, { error: 'must not be empty' });
