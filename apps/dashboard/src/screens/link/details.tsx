import { Link as To, useParams } from '@tanstack/react-router';
import type { Link } from '../../api/queries';
import { dateTime } from '../../ui/format';
import { FIELDS } from './field-labels';
import { By } from '../history/by';
import { Value } from './value';

const USUAL: Readonly<Record<string, unknown>> = {
  status: 'active',
  redirect_type: 302,
  forward_query: true,
  has_password: false,
};

const isUsual = (name: string, value: unknown): boolean =>
  value === null || USUAL[name] === value || (Array.isArray(value) && value.length === 0) || name === 'destination_url';

/** What is set on the link; what is as usual is left out. */
export const Details = ({ link }: { readonly link: Link }) => {
  const { workspace } = useParams({ from: '/$workspace' });
  return (
    <section className="card" aria-label="Details">
      <dl className="grid gap-x-8 px-4 py-2 @3xl:grid-cols-2">
        {FIELDS.filter(([name]) => !isUsual(name, link[name])).map(([name, label]) => (
          <Detail key={name} label={label}>
            {name === 'campaign_id' && link.campaign_id !== null ? (
              <To
                to="/$workspace/campaigns/$id"
                params={{ workspace, id: link.campaign_id }}
                className="font-mono text-xs underline underline-offset-2"
              >
                {link.campaign_id}
              </To>
            ) : (
              <Value value={link[name]} />
            )}
          </Detail>
        ))}
        <Detail label="Created">
          {dateTime(link.created_at)} by <By actor={link.created_by} />
        </Detail>
        <Detail label="Id">
          <code className="font-mono text-xs">{link.id}</code>
        </Detail>
      </dl>
    </section>
  );
};

const Detail = ({ label, children }: { readonly label: string; readonly children: React.ReactNode }) => (
  <div className="grid grid-cols-[88px_minmax(0,1fr)] gap-3 py-1.5 sm:grid-cols-[120px_minmax(0,1fr)]">
    <dt className="text-soft">{label}</dt>
    <dd className="min-w-0">{children}</dd>
  </div>
);
