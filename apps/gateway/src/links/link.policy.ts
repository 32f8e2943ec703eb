import type { Problem } from '@kernel';
import { Injectable } from '@nestjs/common';
import { problemWithDestination } from '@contexts/links';
import { instantOf } from '../instant.schemas';
import { BlockedHosts } from './blocked-hosts';
import { LinkCampaigns } from './link-campaigns';
import { LinkDomains } from './link-domains';
import { IMAGE, fieldOf, urlsOf } from './link-urls';

export { fieldOf } from './link-urls';

/**
 * Judges what the schemas of a link cannot: where its URLs lead, its domain, its campaign, and fields that do not go
 * together. A body may break its schema; then what the schema refuses is not judged, so that one answer lists all
 * problems once. Verified domains and campaigns are known only of a body that {@link prepare} has got.
 */
@Injectable()
export class LinkPolicy {
  constructor(
    private readonly domains: LinkDomains,
    private readonly campaigns: LinkCampaigns,
    private readonly blocked: BlockedHosts,
  ) {}

  /**
   * Looks up the domains and the campaign that concern a body. One without them costs no query.
   * @param urls where it leads, if it is not the body of a link
   */
  async prepare(body: unknown, workspaceId: string, urls?: readonly unknown[]): Promise<void> {
    await this.domains.prepare(body, workspaceId, urls);
    await this.campaigns.prepare(body, workspaceId);
  }

  /** @param sentAs the name of the destination in the caller's body */
  problemsOfNew(body: unknown, sentAs?: string): Problem[] {
    const domain = fieldOf(body, 'domain');
    const compares = fieldOf(body, 'find_if_exists') === true && (fieldOf(body, 'password') ?? null) !== null;
    return [
      ...(typeof domain === 'string' && domain !== '' ? this.domains.problemsOfDomain(body as object, domain) : []),
      ...this.problemsOfChange(body, sentAs),
      ...(compares
        ? [{ location: 'body.password', message: 'does not go with find_if_exists: passwords cannot be compared' }]
        : []),
    ];
  }

  /** @param sentAs the name of the destination in the caller's body */
  problemsOfChange(body: unknown, sentAs = 'destination_url'): Problem[] {
    return [
      ...urlsOf(body, sentAs).flatMap(([field, url]) => this.problemsOfUrl(field, url, body)),
      ...problemsOfWindow(body, 'expires_at'),
      ...this.campaigns.problemsOf(body),
    ];
  }

  /** Of the body of `POST /api/urls`. */
  problemsOfShortUrl(body: unknown): Problem[] {
    return this.problemsOfUrl('originalUrl', fieldOf(body, 'originalUrl'), body);
  }

  /** @param field its place in the body @param body for which domains were prepared */
  problemsOfUrl(field: string, url: unknown, body?: unknown): Problem[] {
    if (typeof url !== 'string' || problemWithDestination(url) !== null) return [];
    const problem = (code: string, message: string) => [{ location: `body.${field}`, message, code }];
    if (field !== IMAGE && this.domains.leadsToUs(url, body as object | undefined))
      return problem('redirect_loop', 'must not be one of our own short hosts');
    if (this.blocked.has(url)) return problem('unsafe_destination', 'is on a host that links may not lead to');
    return [];
  }
}

/** Of a start and an end that come together; where one of them is sent, the decider knows the other. */
export const problemsOfWindow = (body: unknown, endField: 'expires_at' | 'ends_at'): Problem[] => {
  const [start, end] = ['starts_at', endField].map((name) => {
    const text = fieldOf(body, name);
    return typeof text === 'string' ? instantOf(text) : null;
  });
  return start && end && start >= end
    ? [{ location: `body.${endField}`, message: 'must be later than starts_at' }]
    : [];
};
