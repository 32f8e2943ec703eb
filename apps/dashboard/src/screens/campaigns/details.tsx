import type { ReactNode } from 'react';
import { Badge } from '../../ui/badge';
import { CopyButton } from '../../ui/copy';
import { ago, dateTime, zone } from '../../ui/format';
import type { Campaign } from './campaign-queries';
import { INHERITED } from './inheritance';

/** Its schedule and its labels, and beside them what its links get of it. */
export const Details = ({ campaign }: { readonly campaign: Campaign }) => (
  <div className="grid gap-4 @3xl:grid-cols-2">
    <section className="card px-4 py-3" aria-label="Schedule">
      <h2 className="text-soft mb-1.5 text-sm font-medium">Schedule</h2>
      <dl>
        <Detail label="Starts">
          <Instant at={campaign.starts_at} absent="when somebody starts it" />
        </Detail>
        <Detail label="Ends">
          <Instant at={campaign.ends_at} absent="when somebody ends it" />
        </Detail>
        {campaign.tags.length > 0 && (
          <Detail label="Tags">
            <span className="flex flex-wrap gap-1">
              {campaign.tags.map((tag) => (
                <Badge key={tag}>{tag}</Badge>
              ))}
            </span>
          </Detail>
        )}
        <Detail label="Created">{dateTime(campaign.created_at)}</Detail>
        <Detail label="Id">
          <code className="font-mono text-xs">{campaign.id}</code>{' '}
          <CopyButton text={campaign.id} label="Copy id" small />
        </Detail>
      </dl>
    </section>
    <Inheritance campaign={campaign} />
  </div>
);

const Detail = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div className="grid grid-cols-[100px_minmax(0,1fr)] gap-3 py-1">
    <dt className="text-soft">{label}</dt>
    <dd className="min-w-0">{children}</dd>
  </div>
);

const Instant = ({ at, absent }: { readonly at: string | null; readonly absent: string }) =>
  at === null ? (
    <span className="text-faint">{absent}</span>
  ) : (
    <time dateTime={at} title={zone()}>
      {dateTime(at)} <span className="text-faint">({ago(at)})</span>
    </time>
  );

const Inheritance = ({ campaign }: { readonly campaign: Campaign }) => (
  <section className="card px-4 py-3" aria-label="What its links inherit">
    <h2 className="text-soft mb-1.5 text-sm font-medium">What its links inherit</h2>
    <dl>
      {INHERITED.map((name) => (
        <Detail key={name} label={name}>
          {campaign[name] === null ? (
            <span className="text-faint">nothing</span>
          ) : (
            <code className="bg-accent-soft text-accent-strong rounded px-1.5 py-0.5 font-mono text-xs">
              {campaign[name]}
            </code>
          )}
        </Detail>
      ))}
    </dl>
    <p className="text-faint mt-2 text-sm">
      A field is filled by the first that has it: the destination, the visitor’s query, the link, the campaign. It is
      done at each redirect, so an edit holds at once, and clicks of the past keep what they had.
    </p>
  </section>
);
