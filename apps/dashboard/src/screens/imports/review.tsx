import { AlertIcon, CheckCircleIcon, FileIcon } from '@primer/octicons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { asProblem } from '../../api/problem';
import { domainsQuery } from '../../api/queries';
import { Button } from '../../ui/button';
import { SelectField } from '../../ui/fields';
import { locale } from '../../ui/format';
import { useDraft } from '../../ui/request-draft';
import { ProblemNote, Skeleton } from '../../ui/states';
import { type ImportQuery, type ImportSource, nameOf, SOURCES, startImport } from './import-queries';
import { type Preview, previewOf } from './preview';

interface ReviewProps {
  readonly file: File;
  readonly workspace: string;
  readonly refusal: string | undefined;
  readonly onLeave: () => void;
}

/** What the API takes at most. */
const LARGEST = 256 * 1_024 * 1_024;

const sizeOf = (bytes: number): string => {
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1_000, 'kilobyte'] : [bytes / 1_000_000, 'megabyte'];
  return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 }).format(value);
};

/** A chosen file: what it seems to be, its first rows, and how it is to be read. */
export const Review = ({ file, workspace, refusal, onLeave }: ReviewProps) => {
  const { data: preview } = useQuery({
    queryKey: ['preview', file.name, file.size, file.lastModified],
    queryFn: () => previewOf(file),
    staleTime: Infinity,
    gcTime: 0,
  });
  const [source, setSource] = useState<ImportSource | ''>('');
  const [domain, setDomain] = useState('');
  const query: ImportQuery = { ...(source && { source }), ...(domain && { domain }) };
  const type = preview?.type ?? 'text/csv';
  useDraft({ method: 'POST', url: `/v1/links/import${wordsOf(query)}`, headers: { 'content-type': type }, body: null });
  const start = useStart(file, workspace);
  const problem = start.error && asProblem(start.error);
  const tooLarge = file.size > LARGEST ? 'It is larger than 256 MB' : file.size === 0 ? 'It is empty' : undefined;
  return (
    <section className="card" aria-label="A new import">
      <header className="border-line flex flex-wrap items-center gap-x-3 gap-y-2 border-b px-4 py-3">
        <FileIcon className="text-faint" />
        <h2 className="min-w-0 truncate font-semibold">{file.name}</h2>
        <span className="text-faint text-sm">{sizeOf(file.size)}</span>
        <Button size="sm" tone="quiet" className="ml-auto" onClick={onLeave}>
          Another file
        </Button>
      </header>
      {preview ? <Found preview={preview} source={source} /> : <Skeleton className="m-4 h-40" />}
      <div className="space-y-4 p-4">
        <Options source={source} onSource={setSource} domain={domain} onDomain={setDomain} />
        <p className="text-faint max-w-2xl text-sm">
          Nothing is overwritten: a row whose alias is taken fails, and so does one that is no valid link. The failed
          rows can be saved, mended, and imported again.
        </p>
        {problem && <ProblemNote problem={problem} />}
        <div className="flex gap-2">
          <Button
            tone="primary"
            busy={start.isPending}
            refused={refusal ?? tooLarge ?? (preview ? undefined : 'The file is being read')}
            onClick={() => start.mutate({ type, query })}
          >
            {start.isPending ? 'Sending the file' : 'Import'}
          </Button>
          <Button onClick={onLeave}>Cancel</Button>
        </div>
      </div>
    </section>
  );
};

const wordsOf = (query: ImportQuery): string => {
  const words = new URLSearchParams({ ...query }).toString();
  return words === '' ? '' : `?${words}`;
};

const useStart = (file: File, workspace: string) => {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ type, query }: { readonly type: Preview['type']; readonly query: ImportQuery }) =>
      startImport(file, type, query),
    onSuccess: ({ data }) => {
      // The list is left at once: it is asked for again when somebody is there.
      void queries.invalidateQueries({ queryKey: ['imports'], refetchType: 'none' });
      void navigate({ to: '/$workspace/imports/$id', params: { workspace, id: data.id } });
    },
  });
};

interface OptionsProps {
  readonly source: ImportSource | '';
  readonly onSource: (source: ImportSource | '') => void;
  readonly domain: string;
  readonly onDomain: (domain: string) => void;
}

const Options = ({ source, onSource, domain, onDomain }: OptionsProps) => {
  const { data: domains = [], isError } = useQuery(domainsQuery);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label="Source"
        value={source}
        onChange={(event) => onSource(event.target.value as ImportSource | '')}
        options={[['', 'By its columns'], ...SOURCES]}
        hint="How the columns are read."
      />
      <SelectField
        label="Links of a host that is not yours"
        value={domain}
        onChange={(event) => onDomain(event.target.value)}
        options={[
          ['', 'Fail'],
          [location.host, `Become links of ${location.host}`],
          ...domains.map(({ hostname }) => [hostname, `Become links of ${hostname}`] as const),
        ]}
        hint={
          isError
            ? 'Your domains could not be loaded.'
            : 'Such as those of another service’s shared domain that the file names.'
        }
      />
    </div>
  );
};

/** What the file seems to be, and its first rows. */
const Found = ({ preview, source }: { readonly preview: Preview; readonly source: ImportSource | '' }) => (
  <>
    <p className="flex items-center gap-2 px-4 pt-3">
      {preview.source === null && source === '' ? (
        <>
          <AlertIcon className="text-warn shrink-0" />
          <span>
            These columns are of no source that is known. Name them as in the link record, at least{' '}
            <code className="font-mono text-xs">destination_url</code>.
          </span>
        </>
      ) : (
        <>
          <CheckCircleIcon className="text-good shrink-0" />
          <span>
            {source === '' ? 'Looks like a file of ' : 'Read as a file of '}
            <strong className="font-semibold">{nameOf(source || preview.source)}</strong>
            {preview.type === 'text/csv' ? ', as CSV.' : ', as JSON.'}
          </span>
        </>
      )}
    </p>
    {preview.columns.length > 0 && <FirstRows preview={preview} />}
  </>
);

const FirstRows = ({ preview: { columns, rows } }: { readonly preview: Preview }) => (
  <div
    className="border-line mx-4 mt-3 overflow-x-auto rounded-lg border"
    role="region"
    aria-label="First rows"
    tabIndex={0}
  >
    <table className="w-full text-sm">
      <thead className="bg-sunken text-soft">
        <tr>
          {columns.map((name, index) => (
            <th key={index} scope="col" className="px-3 py-1.5 text-left font-medium whitespace-nowrap">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          <tr key={row} className="border-line border-t">
            {columns.map((_, index) => (
              <td key={index} className="max-w-72 truncate px-3 py-1.5 whitespace-nowrap">
                {cells[index]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
