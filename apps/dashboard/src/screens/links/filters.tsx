import { FilterIcon, SearchIcon, SortDescIcon, TableIcon, TriangleDownIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { tagsQuery } from '../../api/queries';
import { useStore } from '../../api/store';
import { Button } from '../../ui/button';
import { number } from '../../ui/format';
import { Menu, MenuCheck, MenuChoice, MenuSeparator } from '../../ui/menu';
import { useReturningFocus } from '../../ui/returning-focus';
import { useShortcuts } from '../../ui/shortcuts';
import { useDebounced } from '../../ui/use-debounced';
import { COLUMNS, columns, setColumn } from './columns';
import { type FiltersProps, isFiltered, listOf, NO_FILTERS, SORTS, STATUSES } from './search';
import { Views } from './views';

export const Filters = ({ search, onSearch }: FiltersProps) => {
  const shown = useStore(columns);
  const status = STATUSES.find(([name]) => name === search.status);
  const sort = SORTS.find(([name]) => name === (search.sort ?? 'created_at'));
  const bar = useRef<HTMLDivElement>(null);
  useReturningFocus(bar, Number(isFiltered(search)));
  return (
    <div ref={bar} role="group" aria-label="Filters" tabIndex={-1} className="mb-3 flex flex-wrap items-center gap-2">
      <Words search={search} onSearch={onSearch} />
      <Menu align="start" trigger={<Button icon={<FilterIcon />}>{status ? status[1] : 'Status'}</Button>}>
        <MenuChoice
          value={search.status ?? ''}
          options={[['', 'All but deleted'], ...STATUSES]}
          onChange={(value) => onSearch({ status: value || undefined })}
        />
      </Menu>
      <TagFilter search={search} onSearch={onSearch} />
      {isFiltered(search) && (
        <Button tone="quiet" onClick={() => onSearch(NO_FILTERS)}>
          Clear
        </Button>
      )}
      <div className="ml-auto flex gap-1">
        <Views search={search} onSearch={onSearch} />
        <Menu
          trigger={
            <Button tone="quiet" icon={<SortDescIcon />} aria-label={`Sort: ${sort?.[1]}`}>
              <span className="hidden sm:inline">{sort?.[1]}</span>
            </Button>
          }
        >
          <MenuChoice
            value={search.sort ?? 'created_at'}
            options={SORTS}
            onChange={(value) => onSearch({ sort: value === 'created_at' ? undefined : value })}
          />
          <MenuSeparator />
          <MenuChoice
            value={search.order ?? 'desc'}
            options={[
              ['desc', 'Descending'],
              ['asc', 'Ascending'],
            ]}
            onChange={(value) => onSearch({ order: value === 'asc' ? 'asc' : undefined })}
          />
        </Menu>
        <Menu trigger={<Button tone="quiet" size="icon" aria-label="Columns" title="Columns" icon={<TableIcon />} />}>
          {COLUMNS.map(([column, label]) => (
            <MenuCheck key={column} checked={shown.has(column)} onChange={(checked) => setColumn(column, checked)}>
              {label}
            </MenuCheck>
          ))}
        </Menu>
      </div>
    </div>
  );
};

/** What is typed goes into the address once the hands rest. */
const Words = ({ search, onSearch }: FiltersProps) => {
  const [text, setText] = useState(search.search ?? '');
  const settled = useDebounced(text, 250);
  const input = useRef<HTMLInputElement>(null);
  const applied = useRef(search.search ?? '');
  useShortcuts('Filter', [{ keys: 'f', label: 'Filter the list', run: () => input.current?.focus() }]);
  useEffect(() => {
    if (settled.trim() === applied.current) return;
    applied.current = settled.trim();
    onSearch({ search: applied.current || undefined });
  }, [settled, onSearch]);
  useEffect(() => {
    if ((search.search ?? '') === applied.current) return;
    applied.current = search.search ?? '';
    setText(applied.current);
  }, [search.search]);
  return (
    <div className="border-control focus-within:outline-accent flex h-8 w-full items-center gap-2 rounded-md border px-2.5 focus-within:outline-2 sm:w-64">
      <SearchIcon className="text-faint" />
      <input
        ref={input}
        type="search"
        aria-label="Filter by words"
        placeholder="Filter by words"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          // A search field empties itself then: here the words stay, and letters do something again.
          event.preventDefault();
          event.currentTarget.blur();
        }}
        className="min-w-0 flex-1 bg-transparent outline-none"
      />
    </div>
  );
};

const TagFilter = ({ search, onSearch }: FiltersProps) => {
  const { data: tags } = useQuery(tagsQuery);
  const wanted = listOf(search.tags);
  const toggle = (tag: string, checked: boolean): void => {
    const next = checked ? [...wanted, tag] : wanted.filter((one) => one !== tag);
    onSearch({ tags: next.join(',') || undefined, ...(next.length < 2 && { tags_mode: undefined }) });
  };
  if (tags?.length === 0) return null;
  const label = wanted.length === 0 ? 'Tags' : wanted.length === 1 ? wanted[0] : `${wanted.length} tags`;
  return (
    <Menu
      align="start"
      trigger={
        <Button>
          {label}
          <TriangleDownIcon />
        </Button>
      }
    >
      {wanted.length > 1 && (
        <>
          <MenuChoice
            value={search.tags_mode ?? 'any'}
            options={[
              ['any', 'With any of them'],
              ['all', 'With all of them'],
            ]}
            onChange={(value) => onSearch({ tags_mode: value === 'all' ? 'all' : undefined })}
          />
          <MenuSeparator />
        </>
      )}
      {(tags ?? []).map(({ tag, count }) => (
        <MenuCheck key={tag} checked={wanted.includes(tag)} onChange={(checked) => toggle(tag, checked)}>
          <span className="flex gap-3">
            <span className="flex-1">{tag}</span>
            <span className="text-faint tabular">{number(count)}</span>
          </span>
        </MenuCheck>
      ))}
    </Menu>
  );
};
