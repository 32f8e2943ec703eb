import { HistoryIcon } from '@primer/octicons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answered, pendingNote } from '../../api/client';
import { asProblem } from '../../api/problem';
import type { Link, LinkAt } from '../../api/queries';
import { Button } from '../../ui/button';
import { Confirm } from '../../ui/dialog';
import { dateTime, plural } from '../../ui/format';
import { Failed, Loading, Skeleton } from '../../ui/states';
import { toast } from '../../ui/toast';
import type { LinkUpdate } from '../link-form/fields';
import { FIELDS, isEditable } from './field-labels';
import { linkQuery, pastQuery, updateLink } from './link-query';
import { Value } from './value';

interface PastProps {
  readonly now: Answered<Link>;
  readonly asOf: string;
  readonly refusal: string | undefined;
  readonly onRestored: () => void;
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** A preview that leaves nothing of another one: an edit keeps the parts that it does not name. */
const whole = (preview: LinkAt['preview']): LinkUpdate['preview'] =>
  preview && { title: null, description: null, image_url: null, ...preview };

/** The link as it was, and how that differs from now. */
export const Past = ({ now, asOf, refusal, onRestored }: PastProps) => {
  const { data: then, error, refetch } = useQuery(pastQuery(now.data.id, asOf));
  const [asks, setAsks] = useState(false);
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  const differing = then ? FIELDS.filter(([name]) => !same(then[name], now.data[name])) : [];
  const restorable = differing.filter(([name]) => isEditable(name));
  const nothing = then ? 'Nothing that an edit can set differs from now' : 'What it was is on its way';
  return (
    <section className="card bg-raised" aria-label="As it was">
      <header className="border-line flex flex-wrap items-center gap-3 border-b px-4 py-3">
        <HistoryIcon className="text-warn" />
        <h2 className="min-w-50 flex-1 font-semibold">As it was on {dateTime(asOf)}</h2>
        <Button
          tone="primary"
          refused={refusal ?? (restorable.length === 0 ? nothing : undefined)}
          onClick={() => setAsks(true)}
        >
          Restore these values
        </Button>
      </header>
      {then ? <Differences then={then} now={now.data} /> : <Waiting />}
      {asks && then && (
        <Restore
          now={now}
          change={Object.fromEntries(
            restorable.map(([name]) => [name, name === 'preview' ? whole(then[name]) : then[name]]),
          )}
          labels={restorable.map(([, label]) => label)}
          onClose={() => setAsks(false)}
          onRestored={onRestored}
        />
      )}
    </section>
  );
};

const Differences = ({ then, now }: { readonly then: LinkAt; readonly now: Link }) => {
  const shown = FIELDS.filter(([name]) => !same(then[name], now[name]) || !isNothing(then[name]));
  return (
    <dl className="divide-line divide-y">
      {shown.map(([name, label]) => {
        const differs = !same(then[name], now[name]);
        return (
          <div
            key={name}
            className={`grid gap-x-4 gap-y-0.5 px-4 py-2.5 sm:grid-cols-[180px_minmax(0,1fr)] ${differs ? 'bg-past' : ''}`}
          >
            <dt className="text-soft">{label}</dt>
            <dd className="min-w-0">
              <Value value={then[name]} />
              {differs && (
                <span className="text-soft mt-0.5 flex items-baseline gap-1.5 text-sm">
                  <span className="text-warn shrink-0 font-medium">now</span> <Value value={now[name]} />
                </span>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
};

const isNothing = (value: unknown): boolean =>
  value === null || value === false || (Array.isArray(value) && value.length === 0);

interface RestoreProps {
  readonly now: Answered<Link>;
  readonly change: LinkUpdate;
  readonly labels: readonly string[];
  readonly onClose: () => void;
  readonly onRestored: () => void;
}

/** An edit like any other: it gets a place in the history, and nothing of the past is lost. */
const Restore = ({ now, change, labels, onClose, onRestored }: RestoreProps) => {
  const queries = useQueryClient();
  const { id } = now.data;
  const edit = useMutation({
    mutationFn: () => updateLink(id, change, now.etag),
    onSuccess: (answered) => {
      queries.setQueryData(linkQuery(id).queryKey, answered);
      void queries.invalidateQueries({ queryKey: ['history', id] });
      void queries.invalidateQueries({ queryKey: ['links'] });
      toast(`Restored ${plural(labels.length, 'field')}`, pendingNote(answered));
      onRestored();
    },
    onError: () => void queries.invalidateQueries({ queryKey: linkQuery(id).queryKey }),
  });
  return (
    <Confirm
      open
      onClose={onClose}
      title="Restore these values?"
      action="Restore"
      tone="primary"
      busy={edit.isPending}
      problem={edit.error && asProblem(edit.error)}
      onConfirm={() => edit.mutate()}
    >
      <p>
        This changes {labels.join(', ')} back. The change stands in the history like any other, and can be taken back in
        the same way.
      </p>
    </Confirm>
  );
};

const Waiting = () => (
  <div className="space-y-3 p-4">
    <Loading what="the past" />
    {[1, 2, 3, 4, 5].map((row) => (
      <Skeleton key={row} className="h-5 w-full" />
    ))}
  </div>
);
