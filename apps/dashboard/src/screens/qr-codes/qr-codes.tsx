import { AppsIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link as To } from '@tanstack/react-router';
import { useWriteRefusal } from '../../api/queries';
import { Badge } from '../../ui/badge';
import { CreateLink } from '../../ui/create-link';
import { bare, date, number } from '../../ui/format';
import { Page } from '../../ui/page';
import { Pages } from '../../ui/pages';
import { useShortcuts } from '../../ui/shortcuts';
import { ShortUrl } from '../../ui/short-url';
import { Empty, Failed, Skeleton } from '../../ui/states';
import { type Column, Table } from '../../ui/table';
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
    <CreateLink to="/$workspace/qr-codes/new" workspace={workspace} refusal={refusal}>
      Create QR code
    </CreateLink>
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
        <Table
          label="QR codes"
          what="QR codes"
          grid={GRID}
          columns={COLUMNS}
          entries={data?.data}
          row={(code) => <Row code={code} workspace={workspace} />}
          waiting={WAITING}
        />
      )}
      <Pages page={page} meta={data?.meta} onPage={(next) => void navigate({ search: { page: next } })} />
    </Page>
  );
};

const COLUMNS: readonly Column[] = [
  { label: 'Colours', isSilent: true },
  { label: 'QR code' },
  { label: 'Image', isWide: true },
  { label: 'Created', isRight: true },
];

const WAITING = (
  <>
    <span role="cell">
      <Skeleton className="size-8" />
    </span>
    <span role="cell">
      <Skeleton className="h-4 w-40 max-w-full" />
    </span>
  </>
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
          <span title="Scans of it are counted">
            {code.short_url && code.name !== null ? <ShortUrl url={code.short_url} /> : 'A link'}
          </span>
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
