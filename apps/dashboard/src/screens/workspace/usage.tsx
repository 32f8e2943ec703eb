import { number } from '../../ui/format';
import { Skeleton } from '../../ui/states';
import { Section } from './section';
import type { Workspace } from './workspace-queries';

/** What there is, against what there may be. */
export const Usage = ({ workspace }: { readonly workspace: Workspace | undefined }) => (
  <Section title="Usage" about="The plan sets the limits, and the operator of the server the plan.">
    {workspace ? (
      <dl className="card grid grid-cols-2 lg:grid-cols-4">
        <Figure label="Links" value={workspace.usage.links} />
        <Figure label="Members" value={workspace.usage.members} />
        <Figure label="API keys" value={workspace.usage.api_keys} limit={workspace.limits.api_keys} />
        <div className="p-4">
          <dt className="text-faint text-sm">Requests a minute</dt>
          <dd className="tabular mt-0.5 text-lg font-semibold">
            {workspace.limits.requests_per_minute === null ? 'No limit' : number(workspace.limits.requests_per_minute)}
          </dd>
          <dd className="text-faint text-sm">of keys and people together</dd>
        </div>
      </dl>
    ) : (
      <Skeleton className="h-24 w-full" />
    )}
  </Section>
);

interface FigureProps {
  readonly label: string;
  readonly value: number;
  readonly limit?: number;
}

const NEARLY = 0.9;

const Figure = ({ label, value, limit }: FigureProps) => {
  const share = limit === undefined ? 0 : Math.min(1, value / limit);
  return (
    <div className="p-4">
      <dt className="text-faint text-sm">{label}</dt>
      <dd className="tabular mt-0.5 text-lg font-semibold">
        {number(value)}
        {limit !== undefined && <span className="text-faint text-base font-normal"> of {number(limit)}</span>}
      </dd>
      {limit === undefined ? (
        <dd className="text-faint text-sm">no limit</dd>
      ) : (
        <dd aria-hidden="true" className="mt-1.5">
          <svg viewBox="0 0 100 4" preserveAspectRatio="none" className="h-1 w-full">
            <rect width="100" height="4" rx="2" className="fill-hover" />
            <rect width={share * 100} height="4" rx="2" className={share >= NEARLY ? 'fill-warn' : 'fill-accent'} />
          </svg>
        </dd>
      )}
    </div>
  );
};
