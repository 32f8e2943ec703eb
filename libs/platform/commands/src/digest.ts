import { hash } from 'node:crypto';
import { base32 } from '@kernel';

export const sha256 = (text: string): Buffer => hash('sha256', text, 'buffer');

/** A text's digest as part of an id: 128 bits, URL-safe, without dashes. */
export const digest = (text: string): string => base32(sha256(text));
