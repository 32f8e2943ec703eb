import { ArrowRightIcon, ChevronRightIcon } from '@primer/octicons-react';
import { ago, dateTime, plural } from '../../ui/format';
import { fieldLabel } from '../link/field-labels';
import { wordsOf } from '../link/timeline';
import { Value } from '../link/value';
import type { ActivitySearch } from './search';
import { KindIcon, kindWord, Thing } from './thing';
import type { WorkspaceEvent } from './use-events';

interface EventRowProps {
  readonly event: WorkspaceEvent;
  readonly actor: string;
  readonly name: string | undefined;
  readonly now: number;
  readonly onFilter: (change: ActivitySearch) => void;
}

const FILTER = 'rounded-sm text-left underline-offset-2 hover:underline';

/** One thing that happened. A click on what it was, or on who did it, shows more of the kind. */
export const EventRow = ({ event, actor, name, now, onFilter }: EventRowProps) => (
  <li className="flex gap-3 px-4 py-3">
    <span className="text-faint mt-0.5">
      <KindIcon kind={event.resource.type} />
    </span>
    <div className="min-w-0 flex-1">
      <div className="flex flex-wrap items-baseline gap-x-2">
        <button
          type="button"
          title={`Only ${event.type}`}
          className={`${FILTER} font-medium`}
          onClick={() => onFilter({ type: event.type })}
        >
          {kindWord(event.resource.type)} {wordsOf(event.type).toLowerCase()}
        </button>
        <Thing resource={event.resource} name={name} />
        <span className="text-soft">
          by{' '}
          <button
            type="button"
            title={`Only by ${actor}`}
            className={FILTER}
            onClick={() => onFilter({ actor: event.actor.type === 'system' ? 'system' : event.actor.id })}
          >
            {actor === 'You' ? 'you' : actor}
          </button>
        </span>
        <span className="text-faint flex items-baseline gap-3 text-sm sm:ml-auto">
          <button
            type="button"
            title="Everything that this request did"
            className={`${FILTER} font-mono text-xs`}
            onClick={() => onFilter({ request_id: event.request_id })}
          >
            {event.request_id}
          </button>
          <time dateTime={event.at} title={dateTime(event.at)} className="shrink-0 text-right sm:min-w-24">
            {ago(event.at, now)}
          </time>
        </span>
      </div>
      <Changes event={event} />
    </div>
  </li>
);

/** Said already, or of no use to people. */
const KNOWN: readonly string[] = [
  'id',
  'created_at',
  'updated_at',
  'created_by',
  'workspace_id',
  'qr_url',
  'rotated_from',
];

const isNothing = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === false ||
  value === '' ||
  (Array.isArray(value) && value.length === 0);

/** `expired_url` as `Expired url`, where screens of links have no better word. */
const labelOf = (name: string): string => fieldLabel(name) ?? wordsOf(name);

const Changes = ({ event: { type, changes } }: { readonly event: WorkspaceEvent }) => {
  const all = Object.entries(changes).filter(
    ([name, { from, to }]) => !KNOWN.includes(name) && !(isNothing(from) && isNothing(to)),
  );
  if (all.length === 0) return null;
  // A rotation makes a key.
  const isCreation = type.endsWith('.created') || type === 'api_key.rotated';
  const list = (
    <dl className="mt-1.5 space-y-1 text-sm">
      {all.map(([name, { from, to }]) => (
        <div key={name} className="grid gap-x-3 sm:grid-cols-[150px_minmax(0,1fr)]">
          <dt className="text-faint">{labelOf(name)}</dt>
          <dd className="flex min-w-0 flex-wrap items-baseline gap-x-1.5">
            {!isCreation && (
              <>
                <span className="text-soft min-w-0">
                  <Value value={from} />
                </span>
                <ArrowRightIcon size={12} className="text-faint self-center" aria-label="to" />
              </>
            )}
            <span className="min-w-0">
              <Value value={to} />
            </span>
          </dd>
        </div>
      ))}
    </dl>
  );
  if (!isCreation) return list;
  return (
    <details className="group mt-0.5">
      <summary className="text-soft hover:text-ink flex w-fit list-none items-center gap-1 rounded-sm text-sm [&::-webkit-details-marker]:hidden">
        <ChevronRightIcon size={12} className="text-faint shrink-0 transition-transform group-open:rotate-90" />
        {plural(all.length, 'field')}
      </summary>
      {list}
    </details>
  );
};
