import { type Domain, type DomainRow, domainChronicle, storedDomainRecord } from '@contexts/domains';

/** What the last check of a domain's TXT record has found; outside the events and the ETag. */
export interface DomainCheck {
  readonly last_checked_at: string | null;
  readonly last_check: 'found' | 'missing' | 'unreachable' | null;
}

export type CheckedDomain = DomainRow & DomainCheck;

export const UNCHECKED: DomainCheck = { last_checked_at: null, last_check: null };

/** The domain record of the HTTP contract. */
export class DomainPresenter {
  /** @param target host that the CNAME record of a domain leads to */
  constructor(private readonly target: string) {}

  present(domain: Domain, { last_checked_at, last_check }: DomainCheck) {
    const { created_at, updated_at, ...rest } = this.withTarget(storedDomainRecord(domain));
    return { ...rest, last_checked_at, last_check, created_at, updated_at };
  }

  /** A domain as it was at an instant. */
  past(row: DomainRow, instant: string) {
    return this.withTarget(domainChronicle.record(row, instant) as ReturnType<typeof storedDomainRecord>);
  }

  private withTarget<R extends Pick<ReturnType<typeof storedDomainRecord>, 'hostname' | 'dns_records'>>(record: R) {
    const cname = { type: 'CNAME', name: record.hostname, value: this.target };
    return { ...record, dns_records: [...record.dns_records, cname] };
  }
}
