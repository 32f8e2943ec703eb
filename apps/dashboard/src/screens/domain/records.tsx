import { CheckIcon, DashIcon, XIcon } from '@primer/octicons-react';
import type { ReactNode } from 'react';
import { CopyButton } from '../../ui/copy';
import { ago, dateTime } from '../../ui/format';
import type { Domain } from '../domains/domain-queries';

type DnsRecord = Domain['dns_records'][number];

const PURPOSE: Readonly<Record<DnsRecord['type'], string>> = {
  TXT: 'Proves that the host name is yours.',
  CNAME: 'Leads visitors here.',
};

/** What to publish, and what was seen of it. */
export const Records = ({ domain, actions }: { readonly domain: Domain; readonly actions: ReactNode }) => (
  <section className="card mb-5" aria-label="DNS records">
    <header className="border-line flex flex-wrap items-center gap-3 border-b px-4 py-3">
      <div className="min-w-0 flex-[1_1_240px]">
        <h2 className="font-semibold">DNS records</h2>
        <p className="text-soft text-sm">{adviceFor(domain)}</p>
      </div>
      {actions}
    </header>
    <ul className="divide-line divide-y">
      {domain.dns_records.map((record) => (
        <li key={record.type} className="px-4 py-3">
          <p className="mb-1.5 flex items-center gap-2">
            <code className="bg-hover rounded px-1.5 font-mono text-xs leading-5 font-semibold">{record.type}</code>
            <span className="text-soft text-sm">{PURPOSE[record.type]}</span>
          </p>
          <dl className="space-y-0.5">
            <Line label="Name">
              <Copied text={record.name} label={`Copy name of the ${record.type} record`} />
            </Line>
            <Line label="Expected">
              <Copied text={record.value} label={`Copy value of the ${record.type} record`} />
            </Line>
            <Line label="Seen">
              <Seen domain={domain} record={record} />
            </Line>
          </dl>
        </li>
      ))}
    </ul>
  </section>
);

const adviceFor = ({ status, last_check }: Domain): string => {
  if (status === 'verified')
    return last_check === 'missing'
      ? 'The TXT record was missing at the last check. The domain fails after three misses in 48 hours.'
      : 'Leave both where they are: the TXT record is checked every day.';
  if (status === 'failed') return 'The TXT record went away. Publish it again, and then verify.';
  return 'Publish both where the DNS of the domain is kept, and then verify. Name servers may take some minutes.';
};

const Line = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div className="grid min-h-6 items-center gap-x-2 @lg:grid-cols-[80px_minmax(0,1fr)]">
    <dt className="text-soft text-sm">{label}</dt>
    <dd className="min-w-0">{children}</dd>
  </div>
);

const Copied = ({ text, label }: { readonly text: string; readonly label: string }) => (
  <span className="flex items-center gap-1">
    <code className="min-w-0 font-mono text-xs">{text}</code>
    <CopyButton text={text} label={label} small />
  </span>
);

/** The API tells of the TXT record whether it was there, and of the other one nothing. */
const Seen = ({ domain, record }: { readonly domain: Domain; readonly record: DnsRecord }) => {
  if (record.type !== 'TXT')
    return <Sign icon={<DashIcon size={12} />}>Not checked: the other record is the proof.</Sign>;
  const { last_check, last_checked_at } = domain;
  if (last_check === null || last_checked_at === null)
    return <Sign icon={<DashIcon size={12} />}>Not looked for yet.</Sign>;
  const when = (
    <time dateTime={last_checked_at} title={dateTime(last_checked_at)} className="text-faint text-sm">
      {ago(last_checked_at)}
    </time>
  );
  if (last_check === 'found')
    return <Sign icon={<CheckIcon size={12} className="text-good" />}>The same value {when}</Sign>;
  return (
    <Sign icon={<XIcon size={12} className="text-bad" />}>
      {last_check === 'missing' ? 'No record with this value' : 'No name server answered, which changes nothing'} {when}
    </Sign>
  );
};

const Sign = ({ icon, children }: { readonly icon: ReactNode; readonly children: ReactNode }) => (
  <span className="flex items-center gap-1.5">
    <span className="text-faint grid w-3 shrink-0 place-items-center">{icon}</span>
    <span>{children}</span>
  </span>
);
