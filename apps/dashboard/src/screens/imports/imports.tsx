import { UploadIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link as To } from '@tanstack/react-router';
import { useState } from 'react';
import { useWriteRefusal } from '../../api/queries';
import { ago, dateTime, number } from '../../ui/format';
import { Page } from '../../ui/page';
import { Pages } from '../../ui/pages';
import { Empty, Failed } from '../../ui/states';
import { type Column, Table } from '../../ui/table';
import { DropZone } from './drop-zone';
import { importsQuery, type ListedImport, nameOf } from './import-queries';
import { Review } from './review';
import { StatusBadge } from './status-badge';

const route = getRouteApi('/$workspace/imports');

const CURL = `curl "$WAYMARK_BASE_URL/v1/links/import" \\
  --header "Authorization: Bearer $WAYMARK_API_KEY" \\
  --header "Content-Type: text/csv" \\
  --data-binary @links.csv`;

const GRID =
  'grid grid-cols-[minmax(0,1fr)_auto] md:grid-cols-[minmax(0,1.4fr)_120px_90px_90px_90px] items-center gap-x-4 px-4';

export const Imports = () => {
  const { workspace } = route.useParams();
  const { page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const refusal = useWriteRefusal();
  const [file, setFile] = useState<File | null>(null);
  const { data, error, refetch } = useQuery(importsQuery(page));
  return (
    <Page title="Imports" note={data && <span className="text-faint tabular">{number(data.meta.total)}</span>}>
      {file ? (
        <Review
          key={`${file.name} ${file.size} ${file.lastModified}`}
          file={file}
          workspace={workspace}
          refusal={refusal}
          onLeave={() => setFile(null)}
        />
      ) : (
        <DropZone refusal={refusal} onFile={setFile} />
      )}
      {error && !data ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : data?.meta.total === 0 ? (
        !file && (
          <Empty icon={<UploadIcon size={20} />} title="No imports yet" curl={CURL}>
            Bring your links along, with their aliases. Each row becomes a link; a row that fails stops no other one.
          </Empty>
        )
      ) : (
        <Table
          label="Imports"
          what="imports"
          grid={GRID}
          columns={COLUMNS}
          entries={data?.data}
          row={(one) => <Row of={one} workspace={workspace} />}
          className="mt-6"
        />
      )}
      <Pages page={page} meta={data?.meta} onPage={(next) => void navigate({ search: { page: next } })} />
    </Page>
  );
};

const COLUMNS: readonly Column[] = [
  { label: 'Import' },
  { label: 'Status', isWide: true },
  { label: 'Rows', isWide: true, isRight: true },
  { label: 'Created', isRight: true },
  { label: 'Failed', isWide: true, isRight: true },
];

const Row = ({ of: one, workspace }: { readonly of: ListedImport; readonly workspace: string }) => (
  <div role="row" className={`${GRID} hover:bg-sunken relative min-h-16 py-3 last:rounded-b-[10px]`}>
    <div role="cell" className="min-w-0">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <To
          to="/$workspace/imports/$id"
          params={{ workspace, id: one.id }}
          aria-label={`${nameOf(one.source)}, ${dateTime(one.created_at)}`}
          className="truncate font-medium underline-offset-2 after:absolute after:inset-0 hover:underline"
        >
          {nameOf(one.source)}
        </To>
        <span className="md:hidden">
          <StatusBadge status={one.status} />
        </span>
      </p>
      <p className="text-faint mt-0.5 truncate text-sm" title={dateTime(one.created_at)}>
        {ago(one.created_at)}
        {one.failed > 0 && <span className="text-bad md:hidden"> · {number(one.failed)} failed</span>}
      </p>
    </div>
    <div role="cell" className="hidden md:block">
      <StatusBadge status={one.status} />
    </div>
    <div role="cell" className="tabular text-soft hidden text-right md:block">
      {one.total === null ? '–' : number(one.total)}
    </div>
    <div role="cell" className="tabular text-right font-medium">
      {number(one.created)}
    </div>
    <div role="cell" className={`tabular hidden text-right md:block ${one.failed > 0 ? 'text-bad' : 'text-soft'}`}>
      {number(one.failed)}
    </div>
  </div>
);
