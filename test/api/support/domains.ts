import { randomBytes } from 'node:crypto';
import type { Answer, Client } from '../../support/waymark';
import { publish } from './product';
import type { Domain } from './records';
import { eventually } from '../../support/programs';

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

/** A check that is repeated if the name server, which is a busy process of the tests, did not answer in time. */
export const reached = (check: () => Promise<Answer<Domain>>): Promise<Answer<Domain>> =>
  eventually(async () => {
    const answer = await check();
    if (answer.body.last_check === 'unreachable') throw new Error('the name server did not answer');
    return answer;
  });

/** Publishes the record of a domain, and verifies it; this must succeed. */
export const verify = async (client: Client, domain: Domain): Promise<Domain> => {
  publishFor(domain);
  const { status, body, text } = await reached(() => client.post<Domain>(`/v1/domains/${domain.id}/verify`));
  if (status !== 200 || body.status !== 'verified')
    throw new Error(`expected a verified domain, was ${status}: ${text}`);
  return body;
};
