import { randomBytes } from 'node:crypto';
import type { Client } from '../../support/waymark';
import { publish } from './product';
import type { Domain } from './records';

export type { Domain } from './records';

export const newHostname = (): string => `go.${randomBytes(8).toString('hex')}.example`;

/** The TXT record that a domain demands. */
export const challengeIn = ({ dns_records }: Pick<Domain, 'dns_records'>) => {
  const record = dns_records.find(({ type }) => type === 'TXT');
  if (!record) throw new Error('the domain demands no TXT record');
  return record;
};

/** Publishes the records of domains with one hostname. */
export const publishFor = (...domains: readonly Pick<Domain, 'dns_records'>[]): void => {
  const [name] = domains.map((domain) => challengeIn(domain).name);
  if (name !== undefined) publish(name, { txt: domains.map((domain) => challengeIn(domain).value) });
};

/** Takes the record of a domain out of DNS. */
export const unpublish = (domain: Pick<Domain, 'dns_records'>): void => publish(challengeIn(domain).name);

/** Publishes the record of a domain, and verifies it; this must succeed. */
export const verify = async (client: Client, domain: Domain): Promise<Domain> => {
  publishFor(domain);
  const { status, body, text } = await client.post<Domain>(`/v1/domains/${domain.id}/verify`);
  if (status !== 200 || body.status !== 'verified')
    throw new Error(`expected a verified domain, was ${status}: ${text}`);
  return body;
};
