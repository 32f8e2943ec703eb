import { APIError } from '../core/errors.js';
import type { FileAnswer } from '../core/types.js';

/** What an assistant is given of one call. */
export interface ToolAnswer {
  readonly content: readonly (
    | { readonly type: 'text'; readonly text: string }
    | { readonly type: 'image'; readonly data: string; readonly mimeType: string }
  )[];
  readonly isError?: boolean;
}

/** Characters of an answer: more costs an assistant its memory. */
export const MOST_CHARACTERS = 60_000;
const MOST_BYTES = 1_048_576;

export const textAnswer = (text: string): ToolAnswer => ({ content: [{ type: 'text', text }] });

/** A failure that the assistant reads, and may do something about. */
export const refused = (message: string): ToolAnswer => ({ ...textAnswer(message), isError: true });

/** The JSON of an answer. One that is too long is refused; of a change the beginning is kept, for the change is made. */
export const answerOf = (value: unknown, isRead: boolean): ToolAnswer => {
  const text = JSON.stringify(value);
  if (text.length <= MOST_CHARACTERS) return textAnswer(text);
  if (!isRead)
    return textAnswer(`${text.slice(0, MOST_CHARACTERS)} … It is done; ${text.length} characters were cut off here.`);
  return refused(
    `The answer has ${text.length} characters, and an assistant is given at most ${MOST_CHARACTERS}. ` +
      'Ask for less: a lower limit, a shorter window, a wider interval or a narrower filter.',
  );
};

/** An image as such, or as its text where it is written as one. */
export const imageOf = async (file: FileAnswer): Promise<ToolAnswer> => {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of file) {
    size += part.length;
    if (size > MOST_BYTES) return refused(`The image has more than ${MOST_BYTES} bytes. Ask for a smaller one.`);
    parts.push(part);
  }
  const mimeType = file.contentType.split(';')[0] ?? '';
  const whole = Buffer.concat(parts);
  if (mimeType !== 'image/svg+xml') return { content: [{ type: 'image', data: whole.toString('base64'), mimeType }] };
  const text = whole.toString();
  return text.length > MOST_CHARACTERS
    ? refused('The image is too large as SVG: ask for format png.')
    : textAnswer(text);
};

/** What went wrong, in the words of the problem document where there is one. */
export const failureOf = (error: unknown): ToolAnswer => {
  if (!(error instanceof APIError)) return refused(error instanceof Error ? error.message : String(error));
  const { requestId, existingLinkId, requiredScope, retryAfter } = error;
  const more = [
    requiredScope && `It needs the scope ${requiredScope}.`,
    existingLinkId && `The link that has it is ${existingLinkId}.`,
    retryAfter !== null && `Try again in ${Math.ceil(retryAfter)} s.`,
    requestId && `(request ${requestId})`,
  ];
  return refused([error.message, ...more].filter(Boolean).join(' '));
};

const SECRETS = /\b(svc_live_[0-9A-Za-z]{4}|whsec_|invite_)[0-9A-Za-z+/_=%-]{16,}/g;

/** Without keys and secrets that stand in a title, a note or a URL: an assistant that only reads needs none. */
export const withoutSecrets = ({ content, ...rest }: ToolAnswer): ToolAnswer => ({
  ...rest,
  content: content.map((one) => (one.type === 'text' ? { ...one, text: one.text.replace(SECRETS, '$1…') } : one)),
});
