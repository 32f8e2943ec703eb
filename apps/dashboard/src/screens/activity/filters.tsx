import { TriangleDownIcon, XIcon } from '@primer/octicons-react';
import { useRef } from 'react';
import { Button } from '../../ui/button';
import { controlClass } from '../../ui/fields';
import { Menu, MenuChoice } from '../../ui/menu';
import { useReturningFocus } from '../../ui/returning-focus';
import { wordsOf } from '../link/timeline';
import { type ActivitySearch, dayOf, instantOf, isFiltered } from './search';
import { kindWord, PLURALS } from './thing';
import type { KnownActor } from './use-events';

interface FiltersProps {
  readonly search: ActivitySearch;
  readonly actors: readonly KnownActor[];
  readonly onSearch: (change: Partial<Record<keyof ActivitySearch, string | undefined>>) => void;
}

const ALL_ACTORS = [
  ['', 'Everybody'],
  ['user', 'People'],
  ['api_key', 'API keys'],
  ['system', 'Waymark itself'],
] as const;
const ALL_TYPES = [['', 'Everything'], ...PLURALS.map(([kind, label]) => [`${kind}.*`, label] as const)] as const;

/** `link.updated` as `Link updated`. */
const typeLabel = (type: string): string => {
  const [kind = '', ...rest] = type.split('.');
  return `${kindWord(kind)} ${wordsOf(rest.join('.')).toLowerCase()}`;
};

export const Filters = ({ search, actors, onSearch }: FiltersProps) => {
  const { actor = '', type = '' } = search;
  const named = actors.map(({ id, name, type: kind }) => [id, kind === 'user' ? name : `Key “${name}”`] as const);
  const byName = [...ALL_ACTORS, ...named].some(([id]) => id === actor);
  const choices = byName
    ? [...ALL_ACTORS, ...named]
    : [...ALL_ACTORS, ...named, [actor, `…${actor.slice(-6)}`] as const];
  const types = ALL_TYPES.some(([pattern]) => pattern === type)
    ? ALL_TYPES
    : [...ALL_TYPES, [type, typeLabel(type)] as const];
  const labelOf = (options: readonly (readonly [string, string])[], value: string): string =>
    options.find(([option]) => option === value)?.[1] ?? value;
  const bar = useRef<HTMLDivElement>(null);
  useReturningFocus(bar, Object.values(search).filter((value) => value !== undefined).length);
  return (
    <div ref={bar} role="group" aria-label="Filters" tabIndex={-1} className="mb-3 flex flex-wrap items-center gap-2">
      <Menu
        align="start"
        trigger={
          <Button>
            <span className="max-w-44 truncate">{labelOf(types, type)}</span> <TriangleDownIcon />
          </Button>
        }
      >
        <MenuChoice
          label="What happened"
          value={type}
          options={types}
          onChange={(value) => onSearch({ type: value || undefined })}
        />
      </Menu>
      <Menu
        align="start"
        trigger={
          <Button>
            <span className="max-w-44 truncate">{labelOf(choices, actor)}</span> <TriangleDownIcon />
          </Button>
        }
      >
        <MenuChoice
          label="Who did it"
          value={actor}
          options={choices}
          onChange={(value) => onSearch({ actor: value || undefined })}
        />
      </Menu>
      <div className="flex items-center gap-1.5">
        <Day label="From" value={dayOf(search.from)} onDay={(day) => onSearch({ from: instantOf(day) })} />
        <span className="text-faint">–</span>
        <Day label="Until" value={dayOf(search.to, true)} onDay={(day) => onSearch({ to: instantOf(day, true) })} />
      </div>
      {search.request_id !== undefined && (
        <span className="border-control flex h-8 min-w-0 items-center gap-1 rounded-md border pr-1 pl-2.5">
          <span className="text-soft">Request</span>
          <code className="max-w-40 truncate font-mono text-xs">{search.request_id}</code>
          <button
            type="button"
            aria-label="Remove the filter Request"
            onClick={() => onSearch({ request_id: undefined })}
            className="text-faint hover:bg-hover hover:text-ink grid size-6 place-items-center rounded"
          >
            <XIcon size={12} />
          </button>
        </span>
      )}
      {isFiltered(search) && (
        <Button
          tone="quiet"
          onClick={() =>
            onSearch({ actor: undefined, type: undefined, request_id: undefined, from: undefined, to: undefined })
          }
        >
          Clear
        </Button>
      )}
    </div>
  );
};

interface DayProps {
  readonly label: string;
  readonly value: string;
  readonly onDay: (day: string) => void;
}

/** What a date field has while a year is typed, such as 0020, is no date that is meant. */
const isMeant = (day: string): boolean => day === '' || day >= '2000';

const Day = ({ label, value, onDay }: DayProps) => (
  <input
    key={value}
    type="date"
    aria-label={label}
    title={label}
    defaultValue={value}
    onChange={({ target }) => isMeant(target.value) && target.value !== value && onDay(target.value)}
    className={`${controlClass} w-[132px]! ${value === '' ? 'text-faint!' : ''}`}
  />
);
