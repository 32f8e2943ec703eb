import type { Problem } from '../api/models.js';
import { type APIError, classFor } from './errors.js';
import type { ResponseInfo } from './options.js';

/** What the server said of itself, without the body. */
export const infoOf = ({ status, headers }: Response): ResponseInfo => {
  const all: Record<string, string> = {};
  headers.forEach((value, name) => (all[name] = value));
  return { status, headers: all, requestId: headers.get('x-request-id') };
};

/** The error that a response is. */
export const errorOf = (response: Response, text: string): APIError => {
  const info = infoOf(response);
  const problem = isJson(response) ? problemIn(text) : null;
  const wait = retryAfterOf(info.headers);
  return new (classFor(info.status))(info, problem, detailOf(info, text), wait);
};

export const isJson = ({ headers }: Response): boolean => /[/+]json\b/.test(headers.get('content-type') ?? '');

const problemIn = (text: string): Problem | null => {
  const body = parsed(text);
  return typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string'
    ? (body as Problem)
    : null;
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const detailOf = ({ status, headers }: ResponseInfo, text: string): string => {
  const location = headers['location'];
  if (status >= 300 && status < 400) return `a redirect to ${location ?? 'nowhere'}, which is not followed`;
  return (
    text
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 200) || 'an answer without a body'
  );
};

/** Seconds, by a number or a date; null where there is none. A date is compared with the server's own clock. */
const retryAfterOf = ({ 'retry-after': value, date }: ResponseInfo['headers']): number | null => {
  if (value === undefined) return null;
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value);
  const [until, said] = [Date.parse(value), Date.parse(date ?? '')];
  const now = Number.isNaN(said) ? Date.now() : said;
  return Number.isNaN(until) ? null : Math.max(0, (until - now) / 1_000);
};
