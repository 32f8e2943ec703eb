import { XIcon } from '@primer/octicons-react';
import type { Analytics } from '../../api/queries';
import type { RefObject } from 'react';
import { Button } from '../../ui/button';
import { useReturningFocus } from '../../ui/returning-focus';
import { type AnalyticsSearch, DIMENSIONS, type Filter } from '../overview/search';
import { nameOf } from './panel-rows';
import { type Condition, conditionsOf, LABELS } from './values';

interface ConditionsProps {
  readonly search: AnalyticsSearch;
  readonly analytics: Analytics | undefined;
  readonly onFilter: (name: Filter, condition: Condition) => void;
  readonly onSearch: (change: Partial<Record<keyof AnalyticsSearch, string | undefined>>) => void;
  /** What has the focus once the condition that had it is gone. */
  readonly toolbar: RefObject<HTMLElement | null>;
}

/** What is filtered by, each to be taken away again. */
export const Conditions = ({ search, analytics, onFilter, onSearch, toolbar }: ConditionsProps) => {
  const all = DIMENSIONS.flatMap((name) => conditionsOf(search[name]).map((condition) => ({ name, condition })));
  useReturningFocus(toolbar, all.length);
  if (all.length === 0) return null;
  const shown = (name: Filter, value: string | null): string => {
    const link = name === 'link' ? analytics?.top_links.find(({ link_id }) => link_id === value) : undefined;
    return nameOf(name, { key: value, ...(link && { short_url: link.short_url }) });
  };
  return (
    <ul className="flex flex-wrap items-center gap-2" aria-label="Filters">
      {all.map(({ name, condition }) => (
        <li
          key={`${name} ${condition.value}`}
          className="border-control flex h-7 items-center gap-1 rounded-full border pr-1 pl-3 text-sm"
        >
          <span className="text-soft">
            {LABELS[name]} {condition.excluded ? 'is not' : 'is'}
          </span>
          <span className="max-w-56 truncate font-medium">{shown(name, condition.value)}</span>
          <button
            type="button"
            aria-label={`Remove the filter ${LABELS[name]}`}
            onClick={() => onFilter(name, condition)}
            className="text-faint hover:bg-hover hover:text-ink grid size-5 place-items-center rounded-full"
          >
            <XIcon size={12} />
          </button>
        </li>
      ))}
      <li>
        <Button
          tone="quiet"
          size="sm"
          onClick={() => onSearch(Object.fromEntries(DIMENSIONS.map((name) => [name, undefined])))}
        >
          Clear
        </Button>
      </li>
    </ul>
  );
};
