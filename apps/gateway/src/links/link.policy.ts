import type { Problem } from '@kernel';
import { Injectable } from '@nestjs/common';
import { leadsTo, problemWithDestination } from '@contexts/links';
import { instantOf } from '../instant.schemas';
import { BlockedHosts } from './blocked-hosts';
import { ShortHosts } from './short-hosts';

/** Longer lists are refused by the schemas. */
const MOST_JUDGED = 100;

/** It is shown, so it cannot make a loop. */
const IMAGE = 'preview.image_url';

/**
 * Judges what the schemas of a link cannot: where its URLs lead, its domain, and fields that do not go together. A body
 * may break its schema; then what the schema refuses is not judged, so that one answer lists all problems once.
 */
@Injectable()
export class LinkPolicy {
  constructor(
    private readonly hosts: ShortHosts,
    private readonly blocked: BlockedHosts,
  ) {}

  /** @param sentAs the name of the destination in the caller's body */
  problemsOfNew(body: unknown, sentAs?: string): Problem[] {
    const domain = fieldOf(body, 'domain');
    const compares = fieldOf(body, 'find_if_exists') === true && fieldOf(body, 'password') !== undefined;
    return [
      ...(typeof domain === 'string' && domain !== '' ? this.hosts.problemsOf(domain) : []),
      ...this.problemsOfChange(body, sentAs),
      ...(compares
        ? [{ location: 'body.password', message: 'does not go with find_if_exists: passwords cannot be compared' }]
        : []),
    ];
  }

  /** @param sentAs the name of the destination in the caller's body */
  problemsOfChange(body: unknown, sentAs = 'destination_url'): Problem[] {
    return [
      ...urlsOf(body, sentAs).flatMap(([field, url]) => this.problemsOfUrl(field, url)),
      ...problemsOfWindow(body),
    ];
  }

  /** Of the body of `POST /api/urls`. */
  problemsOfShortUrl(body: unknown): Problem[] {
    return this.problemsOfChange({ destination_url: fieldOf(body, 'originalUrl') }, 'originalUrl');
  }

  /** @param field its place in the body */
  problemsOfUrl(field: string, url: unknown): Problem[] {
    if (typeof url !== 'string' || problemWithDestination(url) !== null) return [];
    const problem = (code: string, message: string) => [{ location: `body.${field}`, message, code }];
    if (field !== IMAGE && leadsTo(url, this.hosts.all))
      return problem('redirect_loop', 'must not be one of our own short hosts');
    if (this.blocked.has(url)) return problem('unsafe_destination', 'is on a host that links may not lead to');
    return [];
  }
}

/** A field of a value that has not been validated. */
export const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;

/** Every URL that a link may lead to or show, by its place in the body. */
const urlsOf = (body: unknown, sentAs: string): readonly (readonly [place: string, url: unknown])[] => [
  [sentAs, fieldOf(body, 'destination_url')],
  ['expired_url', fieldOf(body, 'expired_url')],
  [IMAGE, fieldOf(fieldOf(body, 'preview'), 'image_url')],
  ...['rules', 'variants'].flatMap((field) => {
    const list = fieldOf(body, field);
    return (Array.isArray(list) ? list.slice(0, MOST_JUDGED) : []).map(
      (item: unknown, index) => [`${field}[${index}].destination_url`, fieldOf(item, 'destination_url')] as const,
    );
  }),
];

/** Of a start and an end that come together; where one of them is sent, the decider knows the other. */
const problemsOfWindow = (body: unknown): Problem[] => {
  const [start, end] = ['starts_at', 'expires_at'].map((name) => {
    const text = fieldOf(body, name);
    return typeof text === 'string' ? instantOf(text) : null;
  });
  return start && end && start >= end ? [{ location: 'body.expires_at', message: 'must be later than starts_at' }] : [];
};
