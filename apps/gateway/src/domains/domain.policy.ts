import type { Problem } from '@kernel';
import { Injectable } from '@nestjs/common';
import { isWithin } from '@contexts/domains';
import { leadsTo, problemWithDestination } from '@contexts/links';
import { LinkPolicy } from '../links/link.policy';

const URLS = ['root_url', 'not_found_url', 'expired_url'] as const;

type Sent = { readonly [field in (typeof URLS)[number]]?: unknown };

/** Judges what the schemas of a domain cannot: whose its hostname is, and where its URLs lead. */
@Injectable()
export class DomainPolicy {
  /** @param ours hostnames of this installation, without ports */
  constructor(
    private readonly links: LinkPolicy,
    private readonly ours: ReadonlySet<string>,
  ) {}

  problemsOfNew(body: Sent & { readonly hostname: string }): Problem[] {
    const isOurs = isWithin(body.hostname, this.ours);
    return [
      ...(isOurs ? [{ location: 'body.hostname', message: 'belongs to this installation' }] : []),
      ...this.problemsOfUrls(body, body.hostname),
    ];
  }

  /** @param hostname of the domain, which its URLs must not lead to */
  problemsOfUrls(body: Sent, hostname: string): Problem[] {
    return URLS.flatMap((field) => {
      const url = body[field];
      if (typeof url !== 'string' || problemWithDestination(url) !== null) return [];
      if (leadsTo(url, new Set([hostname])))
        return [{ location: `body.${field}`, message: 'must not lead to the domain itself', code: 'redirect_loop' }];
      return this.links.problemsOfUrl(field, url);
    });
  }
}
