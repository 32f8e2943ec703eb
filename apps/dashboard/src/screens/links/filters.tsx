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
import { ExportMenu } from './export-menu';
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
        <ExportMenu search={search} />
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

const MODES = [
  ['any', 'With any of them'],
  ['all', 'With all of them'],
  ['none', 'Without them'],
] as const;
type Mode = (typeof MODES)[number][0];

const TagFilter = ({ search, onSearch }: FiltersProps) => {
  const { data: tags, isError } = useQuery(tagsQuery);
  const excluded = listOf(search.exclude_tags);
  const isWithout = search.tags === undefined && excluded.length > 0;
  const chosen = isWithout ? excluded : listOf(search.tags);
  const [next, setNext] = useState<Mode>('any');
  const mode: Mode = isWithout ? 'none' : search.tags ? (search.tags_mode ?? next) : next;
  const choose = (names: readonly string[], how: Mode): void => {
    setNext(how);
    const words = names.join(',') || undefined;
    if (how === 'none') onSearch({ tags: undefined, tags_mode: undefined, exclude_tags: words });
    else
      onSearch({
        tags: words,
        tags_mode: how === 'all' && names.length > 1 ? how : undefined,
        ...(isWithout && { exclude_tags: undefined }),
      });
  };
  const toggle = (tag: string, checked: boolean): void =>
    choose(checked ? [...chosen, tag] : chosen.filter((one) => one !== tag), mode);
  if (tags?.length === 0) return null;
  return (
    <Menu
      align="start"
      trigger={
        <Button>
          {labelOf(listOf(search.tags), excluded)}
          <TriangleDownIcon />
        </Button>
      }
    >
      <MenuChoice value={mode} options={MODES} onChange={(how) => choose(chosen, how)} staysOpen />
      <MenuSeparator />
      {!tags && (
        <p className="text-soft px-2 py-1">
          {isError ? 'The tags could not be loaded.' : 'The tags are on their way.'}
        </p>
      )}
      {(tags ?? []).map(({ tag, count }) => (
        <MenuCheck key={tag} checked={chosen.includes(tag)} onChange={(checked) => toggle(tag, checked)}>
          <span className="flex gap-3">
            <span className="flex-1">{tag}</span>
            <span className="text-faint tabular">{number(count)}</span>
          </span>
        </MenuCheck>
      ))}
    </Menu>
  );
};

const labelOf = (wanted: readonly string[], excluded: readonly string[]): string => {
  const named = (names: readonly string[]): string => (names.length === 1 ? (names[0] ?? '') : `${names.length} tags`);
  if (excluded.length === 0) return wanted.length === 0 ? 'Tags' : named(wanted);
  return wanted.length === 0 ? `Without ${named(excluded)}` : `${named(wanted)}, without ${named(excluded)}`;
};
