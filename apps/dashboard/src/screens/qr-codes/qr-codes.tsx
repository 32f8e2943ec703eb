import { AppsIcon, PlusIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link as To } from '@tanstack/react-router';
import { useWriteRefusal } from '../../api/queries';
import { Badge } from '../../ui/badge';
import { buttonClass } from '../../ui/button';
import { bare, date, number } from '../../ui/format';
import { Page } from '../../ui/page';
import { Pages } from '../../ui/pages';
import { useShortcuts } from '../../ui/shortcuts';
import { Empty, Failed, Loading, Skeleton } from '../../ui/states';
import { titleOf } from './fields';
import { type QrCode, qrCodesQuery } from './qr-queries';

const route = getRouteApi('/$workspace/qr-codes');

const CURL = `curl "$WAYMARK_BASE_URL/v1/qr-codes" \\
  --header "Authorization: Bearer $WAYMARK_API_KEY" \\
  --header "Content-Type: application/json" \\
  --data '{ "url": "https://example.com/menu", "name": "Poster" }'`;

const GRID =
  'grid grid-cols-[32px_minmax(0,1fr)_auto] md:grid-cols-[32px_minmax(0,1.4fr)_minmax(0,1fr)_110px] items-center gap-x-4 px-4';

export const QrCodes = () => {
  const { workspace } = route.useParams();
  const { page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const refusal = useWriteRefusal();
  const { data, error, refetch } = useQuery(qrCodesQuery(page));
  useShortcuts('QR codes', [
    {
      keys: 'n',
      label: 'Create a QR code',
      run: () => refusal === undefined && void navigate({ to: '/$workspace/qr-codes/new', params: { workspace } }),
    },
  ]);
  const create = (
    <To
      to="/$workspace/qr-codes/new"
      params={{ workspace }}
      className={buttonClass('primary')}
      disabled={refusal !== undefined}
      aria-disabled={refusal !== undefined}
      title={refusal}
    >
      <PlusIcon /> Create QR code
    </To>
  );
  return (
    <Page
      title="QR codes"
      note={data && <span className="text-faint tabular">{number(data.meta.total)}</span>}
      actions={create}
    >
      {error && !data ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : data?.meta.total === 0 ? (
        <Empty icon={<AppsIcon size={20} />} title="No QR codes yet" action={create} curl={CURL}>
          Give a link or any URL a code in your colours. Scans of a link’s code are counted apart.
        </Empty>
      ) : (
        <List codes={data?.data} workspace={workspace} />
      )}
      <Pages page={page} meta={data?.meta} onPage={(next) => void navigate({ search: { page: next } })} />
    </Page>
  );
};

interface ListProps {
  readonly codes: readonly QrCode[] | undefined;
  readonly workspace: string;
}

const List = ({ codes, workspace }: ListProps) => (
  <div role="table" aria-label="QR codes" className="card">
    {!codes && <Loading what="QR codes" />}
    <div role="rowgroup">
      <div role="row" className={`${GRID} border-line bg-sunken text-faint h-9 rounded-t-[10px] border-b text-sm`}>
        <span role="columnheader">
          <span className="sr-only">Colours</span>
        </span>
        <span role="columnheader">QR code</span>
        <span role="columnheader" className="hidden md:block">
          Image
        </span>
        <span role="columnheader" className="text-right">
          Created
        </span>
      </div>
    </div>
    <div role="rowgroup" className="divide-line divide-y">
      {codes?.map((code) => <Row key={code.id} code={code} workspace={workspace} />) ??
        [1, 2, 3].map((row) => (
          <div key={row} role="row" className={`${GRID} h-16`}>
            <span role="cell">
              <Skeleton className="size-8" />
            </span>
            <span role="cell">
              <Skeleton className="h-4 w-40 max-w-full" />
            </span>
            <span role="cell" />
          </div>
        ))}
    </div>
  </div>
);

const Row = ({ code, workspace }: { readonly code: QrCode; readonly workspace: string }) => (
  <div role="row" className={`${GRID} hover:bg-sunken relative min-h-16 py-3 last:rounded-b-[10px]`}>
    <div role="cell">
      <Swatch code={code} />
    </div>
    <div role="cell" className="min-w-0">
      <To
        to="/$workspace/qr-codes/$id"
        params={{ workspace, id: code.id }}
        className="block truncate font-medium underline-offset-2 after:absolute after:inset-0 hover:underline"
      >
        {titleOf(code)}
      </To>
      <p className="text-faint truncate text-sm">
        {code.link_id === null ? (
          code.name === null ? (
            'Any URL'
          ) : (
            bare(code.url ?? '')
          )
        ) : (
          <code className="font-mono text-xs">{code.link_id}</code>
        )}
      </p>
    </div>
    <div role="cell" className="text-soft hidden items-center gap-2 text-sm md:flex">
      <Badge>{code.format.toUpperCase()}</Badge>
      <span className="tabular">
        {number(code.size)} px, level {code.level}
        {code.logo_url !== null && ', logo'}
      </span>
    </div>
    <div role="cell" className="text-soft text-right text-sm">
      {date(code.created_at)}
    </div>
  </div>
);

/** The two colours of a QR code, as a finder of it. */
const Swatch = ({ code: { fg_color, bg_color } }: { readonly code: QrCode }) => (
  <svg viewBox="0 0 9 9" className="border-line size-8 rounded-md border" aria-hidden="true">
    <rect width="9" height="9" fill={bg_color} />
    <path d="M1 1h7v7H1zM2 2v5h5V2z" fill={fg_color} fillRule="evenodd" />
    <rect x="3" y="3" width="3" height="3" fill={fg_color} />
  </svg>
);
