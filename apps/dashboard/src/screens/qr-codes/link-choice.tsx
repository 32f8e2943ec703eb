import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, dataOf } from '../../api/client';
import type { Link } from '../../api/queries';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/fields';
import { bare } from '../../ui/format';
import { Failed, Loading, Skeleton } from '../../ui/states';
import { useDebounced } from '../../ui/use-debounced';
import { linkQuery } from '../link/link-query';

interface LinkChoiceProps {
  /** The id of the link that is chosen; empty for none. */
  readonly value: string;
  readonly onChange: (id: string) => void;
  readonly error: string | undefined;
}

/** Finds a link by its words. */
export const LinkChoice = ({ value, onChange, error }: LinkChoiceProps) => {
  const { data } = useQuery({ ...linkQuery(value), enabled: value !== '' });
  if (value === '') return <Search onChange={onChange} error={error} />;
  return (
    <div className="min-w-0">
      <p className="mb-1 font-medium">Link</p>
      <div className="border-line bg-sunken flex items-center gap-3 rounded-md border py-1.5 pr-1.5 pl-3">
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{data ? bare(data.data.short_url) : value}</span>
          <span className="text-faint block truncate text-sm">{data ? bare(data.data.destination_url) : ' '}</span>
        </span>
        <Button size="sm" onClick={() => onChange('')}>
          Another
        </Button>
      </div>
      {error !== undefined && <p className="text-bad mt-1 text-sm">{error}</p>}
    </div>
  );
};

const Search = ({ onChange, error }: Pick<LinkChoiceProps, 'onChange' | 'error'>) => {
  const [text, setText] = useState('');
  const search = useDebounced(text.trim(), 250);
  const {
    data,
    error: failure,
    refetch,
  } = useQuery({
    queryKey: ['links', 'for-qr', search],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      dataOf(api.GET('/v1/links', { params: { query: { ...(search && { search }), limit: 6 } }, signal })),
  });
  return (
    <div>
      <TextField
        label="Link"
        type="search"
        value={text}
        placeholder="Alias, title or destination"
        onChange={(event) => setText(event.target.value)}
        error={error}
      />
      <div className="border-line mt-1.5 min-h-44 rounded-md border p-1">
        {failure && !data ? (
          <Failed error={failure} onRetry={() => void refetch()} />
        ) : data ? (
          <Found links={data.data} onChange={onChange} />
        ) : (
          <>
            <Loading what="links" />
            <Skeleton className="m-1 h-40" />
          </>
        )}
      </div>
    </div>
  );
};

const Found = ({ links, onChange }: Pick<LinkChoiceProps, 'onChange'> & { readonly links: readonly Link[] }) => (
  <ul aria-label="Links that match">
    {links.map((link) => (
      <li key={link.id}>
        <button
          type="button"
          className="hover:bg-hover flex w-full min-w-0 items-baseline gap-2 rounded px-2 py-1 text-left"
          onClick={() => onChange(link.id)}
        >
          <span className="truncate font-medium">{bare(link.short_url)}</span>
          <span className="text-faint min-w-0 truncate text-sm">{link.title ?? bare(link.destination_url)}</span>
        </button>
      </li>
    ))}
    {links.length === 0 && <li className="text-soft px-2 py-1">No link matches.</li>}
  </ul>
);
