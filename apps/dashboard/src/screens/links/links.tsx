import { LinkIcon } from '@primer/octicons-react';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { asProblem } from '../../api/problem';
import { type Link, useWriteRefusal } from '../../api/queries';
import { useStore } from '../../api/store';
import { CreateLink } from '../../ui/create-link';
import { number } from '../../ui/format';
import { Page } from '../../ui/page';
import { useReturningFocus } from '../../ui/returning-focus';
import { useShortcuts } from '../../ui/shortcuts';
import { Empty, Failed, Loading, ProblemNote } from '../../ui/states';
import { QrDialog } from '../link/qr-dialog';
import { copyShortUrl, stepsOf, useLinkSteps } from './actions';
import { BulkBar } from './bulk-bar';
import { type Column, columns } from './columns';
import { Filters } from './filters';
import { GRID, qrRefusal, Row, ROW_HEIGHT, Waiting } from './row';
import { isFiltered, listSearch, type ListSearch } from './search';
import { useSelection } from './selection';
import { everyLink, type LinkPages, useLinks } from './use-links';

const route = getRouteApi('/$workspace/links');
const CURL = `curl "$WAYMARK_BASE_URL/v1/links" \\
  --header "Authorization: Bearer $WAYMARK_API_KEY" \\
  --header "Content-Type: application/json" \\
  --data '{ "destination_url": "https://example.com/" }'`;

export const Links = () => {
  const { workspace } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const refusal = useWriteRefusal();
  const pages = useLinks(search);
  const onSearch = useCallback(
    (change: Partial<Record<keyof ListSearch, string | undefined>>) =>
      void navigate({ search: (now) => listSearch({ ...now, ...change }), replace: true }),
    [navigate],
  );
  const create = (
    <CreateLink to="/$workspace/links/new" workspace={workspace} refusal={refusal}>
      Create link
    </CreateLink>
  );
  const note = pages.total !== undefined && (
    <span className="text-faint tabular">
      {number(pages.total)}
      {pages.isMinimum && '+'}
    </span>
  );
  return (
    <Page title="Links" note={note} actions={create}>
      <Filters search={search} onSearch={onSearch} />
      {pages.error && pages.total === undefined ? (
        <Failed error={pages.error} onRetry={pages.retry} />
      ) : pages.total === 0 ? (
        isFiltered(search) ? (
          <Empty icon={<LinkIcon size={20} />} title="No link matches">
            Take a filter away, or look for other words.
          </Empty>
        ) : (
          <Empty icon={<LinkIcon size={20} />} title="No links yet" action={create} curl={CURL}>
            A link leads from a short address to any other one, and counts who follows it.
          </Empty>
        )
      ) : (
        <Table key={JSON.stringify(search)} pages={pages} search={search} workspace={workspace} refusal={refusal} />
      )}
    </Page>
  );
};

interface TableProps {
  readonly pages: LinkPages;
  readonly search: ListSearch;
  readonly workspace: string;
  readonly refusal: string | undefined;
}

/** Milliseconds that a scroll has to rest before what it passed is fetched. */
const RESTS_MS = 120;

const Table = ({ pages, search, workspace, refusal }: TableProps) => {
  const box = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLDivElement>(null);
  const [offset, setOffset] = useState(0);
  const [qrOf, setQrOf] = useState<Link | null>(null);
  const shown = useStore(columns);
  const step = useLinkSteps();
  const { at, total = 8, look } = pages;
  const selection = useSelection(at);
  const virtual = useWindowVirtualizer({
    count: total,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    scrollMargin: offset,
  });
  const rows = virtual.getVirtualItems();
  useEffect(() => setOffset(box.current ? box.current.getBoundingClientRect().top + window.scrollY : 0), []);
  useLook(look, rows[0]?.index ?? 0, rows.at(-1)?.index ?? 0);
  useReturningFocus(table, selection.links.length);
  const current = useRowKeys({
    pages,
    workspace,
    refusal,
    selection,
    step,
    onQr: setQrOf,
    scrollTo: virtual.scrollToIndex,
  });
  return (
    <>
      {pages.total === undefined && <Loading what="links" />}
      {pages.error && pages.total !== undefined && <MissingRows error={pages.error} onRetry={pages.retry} />}
      <div
        ref={table}
        role="table"
        tabIndex={-1}
        aria-label="Links"
        aria-rowcount={total + 1}
        className="card overflow-hidden"
      >
        <Head shown={shown} />
        <div role="rowgroup" ref={box} className="relative" style={{ height: virtual.getTotalSize() }}>
          <div style={{ transform: `translateY(${(rows[0]?.start ?? offset) - offset}px)` }}>
            {rows.map(({ index }, place) => {
              const link = at(index);
              // Nobody can hold on to a row that waits: it becomes the next one that is passed by.
              if (!link) return <Waiting key={place} index={index} />;
              return (
                <Row
                  key={`link ${index}`}
                  link={link}
                  index={index}
                  workspace={workspace}
                  isSelected={selection.has(link.id)}
                  isCurrent={index === current}
                  columns={shown}
                  refusal={refusal}
                  onSelect={selection.toggle}
                  onStep={step}
                  onQr={setQrOf}
                />
              );
            })}
          </div>
        </div>
      </div>
      <BulkBar
        links={selection.links}
        total={total}
        refusal={refusal}
        isMinimum={pages.isMinimum}
        isDeletedList={search.status === 'deleted'}
        onClear={selection.clear}
        onSelectAll={async (signal) => {
          for await (const page of everyLink(search, signal)) selection.add(page);
        }}
      />
      {qrOf && <QrDialog link={qrOf} onClose={() => setQrOf(null)} />}
    </>
  );
};

/** Fetches the rows in sight once the scroll rests. */
const useLook = (look: LinkPages['look'], first: number, last: number): void =>
  useEffect(() => {
    const timer = setTimeout(() => look(first, last), RESTS_MS);
    return () => clearTimeout(timer);
  }, [first, last, look]);

const Head = ({ shown }: { readonly shown: ReadonlySet<Column> }) => (
  <div role="rowgroup">
    <div role="row" aria-rowindex={1} className={`${GRID} border-line text-faint bg-sunken h-9 border-b text-sm`}>
      <span role="columnheader">
        <span className="sr-only">Selected</span>
      </span>
      <span role="columnheader">Link</span>
      <span role="columnheader" className="flex gap-6 text-right">
        {shown.has('created') && <span className="hidden w-24 lg:block">Created</span>}
        {shown.has('last') && <span className="hidden w-28 md:block">Last click</span>}
        <span className="w-14">Clicks</span>
      </span>
      <span role="columnheader">
        <span className="sr-only">Actions</span>
      </span>
    </div>
  </div>
);

/** Beside the rows that are there: those that somebody looks at did not come. */
const MissingRows = ({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) => (
  <div className="fixed inset-x-3 bottom-4 z-10 mx-auto max-w-md">
    <ProblemNote problem={asProblem(error)} onRetry={onRetry} />
  </div>
);

interface RowKeys {
  readonly pages: LinkPages;
  readonly workspace: string;
  readonly refusal: string | undefined;
  readonly selection: ReturnType<typeof useSelection>;
  readonly step: ReturnType<typeof useLinkSteps>;
  readonly onQr: (link: Link) => void;
  readonly scrollTo: (index: number, options: { readonly align: 'auto' }) => void;
}

/** J and K walk through the rows; the other letters do something to the one they stand on. */
const useRowKeys = ({ pages, workspace, refusal, selection, step, onQr, scrollTo }: RowKeys): number | null => {
  const [current, setCurrent] = useState<number | null>(null);
  const navigate = useNavigate();
  const move = (by: number): void => {
    const next = Math.max(0, Math.min((pages.total ?? 1) - 1, (current ?? -1) + by));
    setCurrent(next);
    scrollTo(next, { align: 'auto' });
  };
  useEffect(() => {
    if (current !== null)
      document.querySelector<HTMLElement>(`[data-row="${current}"]`)?.focus({ preventScroll: true });
  }, [current]);
  const link = current === null ? undefined : pages.at(current);
  const on =
    (run: (link: Link) => void, writes = false) =>
    () =>
      link && !(writes && refusal) && run(link);
  const params = { workspace, id: link?.id ?? '' };
  useShortcuts('Links', [
    { keys: 'j', label: 'Next', run: () => move(1) },
    { keys: 'k', label: 'Previous', run: () => move(-1) },
    { keys: 'x', label: 'Select', run: () => current !== null && selection.toggle(current, false) },
    { keys: '⇧x', label: 'Select up to here', run: () => current !== null && selection.toggle(current, true) },
    { keys: 'e', label: 'Edit', run: on(() => void navigate({ to: '/$workspace/links/$id/edit', params }), true) },
    { keys: 'y', label: 'Copy short URL', run: on(copyShortUrl) },
    { keys: 'q', label: 'QR code', run: on((one) => qrRefusal(one) === undefined && onQr(one)) },
    {
      keys: 'd',
      label: 'Duplicate',
      run: on(({ id }) => void navigate({ to: '/$workspace/links/new', params, search: { from: id } }), true),
    },
    {
      keys: '#',
      label: 'Delete',
      run: on((one) => stepsOf(one.status).includes('delete') && step('delete', one), true),
    },
  ]);
  return current;
};
