import type { Problem } from '@kernel';
import { Injectable } from '@nestjs/common';
import { canonicalHostname, isWithin } from '@contexts/domains';
import type { Caller } from '../caller';
import { LinkDomains } from '../links/link-domains';
import { LinkPolicy } from '../links/link.policy';

const URLS = ['root_url', 'not_found_url', 'expired_url'] as const;

type Sent = { readonly [field in (typeof URLS)[number]]?: string | null | undefined };

/** Checks what the schemas of a domain cannot: who owns its hostname, and where its URLs lead. */
@Injectable()
export class DomainPolicy {
  /** @param ours hostnames of this installation, without ports */
  constructor(
    private readonly links: LinkPolicy,
    private readonly domains: LinkDomains,
    private readonly ours: ReadonlySet<string>,
  ) {}

  async problemsOfNew(body: Sent & { readonly hostname?: string }, caller: Caller): Promise<Problem[]> {
    const isOurs = body.hostname !== undefined && isWithin(body.hostname, this.ours);
    return [
      ...(isOurs ? [{ location: 'body.hostname', message: 'belongs to this installation' }] : []),
      ...(await this.problemsOfUrls(body, body.hostname, caller)),
    ];
  }

  /** @param hostname of the domain, which its URLs must not lead to; undefined where it was refused */
  async problemsOfUrls(body: Sent, hostname: string | undefined, { subject }: Caller): Promise<Problem[]> {
    const urls = URLS.flatMap((field) => (typeof body[field] === 'string' ? [[field, body[field]] as const] : []));
    await this.domains.prepare(
      body,
      subject.workspaceId,
      urls.map(([, url]) => url),
    );
    return urls.flatMap(([field, url]) =>
      canonicalHostname(new URL(url).hostname) === hostname
        ? [{ location: `body.${field}`, message: 'must not lead to the domain itself', code: 'redirect_loop' }]
        : this.links.problemsOfUrl(field, url, body),
    );
  }
}
