import { AlertIcon, KebabHorizontalIcon, KeyIcon, PlusIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { Answered } from '../../api/client';
import { type ApiKey, useWriteRefusal } from '../../api/queries';
import { Badge } from '../../ui/badge';
import { Button, buttonClass } from '../../ui/button';
import { ago, compact, date, dateTime, number, plural } from '../../ui/format';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu';
import { Page } from '../../ui/page';
import { Pages } from '../../ui/pages';
import { useShortcuts } from '../../ui/shortcuts';
import { Empty, Failed } from '../../ui/states';
import { type Column, Table } from '../../ui/table';
import { toastPending } from '../../ui/toast-pending';
import { adviceFor } from './advice';
import { CreateDialog, RenameDialog, RevokeDialog, RotateDialog } from './dialogs';
import { KeyBadge } from './key-badge';
import { type CreatedApiKey, keysQuery } from './key-queries';
import { Lineage } from './lineage';
import { keySearch, type KeySearch } from './search';
import { SecretDialog } from './secret-dialog';
import { useNow } from './use-now';

type Doing = { readonly what: 'create' } | { readonly what: 'rotate' | 'rename' | 'revoke'; readonly apiKey: ApiKey };

const route = getRouteApi('/$workspace/keys');

const CURL = `curl "$WAYMARK_BASE_URL/v1/api-keys" \\
  --header "Authorization: Bearer $WAYMARK_API_KEY" \\
  --header "Content-Type: application/json" \\
  --data '{ "name": "Nightly export", "scope": "Read" }'`;

const GRID =
  'grid grid-cols-[minmax(0,1fr)_32px] md:grid-cols-[minmax(0,1.6fr)_130px_minmax(0,1fr)_90px_32px] items-center gap-x-4 px-4';

export const Keys = () => {
  const { page = 1, history } = route.useSearch();
  const navigate = route.useNavigate();
  const { data, error, refetch } = useQuery(keysQuery(page));
  const [doing, setDoing] = useState<Doing | null>(null);
  const [created, setCreated] = useState<CreatedApiKey | null>(null);
  const refusal = useWriteRefusal();
  useShortcuts('API keys', [
    { keys: 'n', label: 'Create a key', run: () => refusal === undefined && setDoing({ what: 'create' }) },
  ]);
  const create = (
    <Button tone="primary" icon={<PlusIcon />} refused={refusal} onClick={() => setDoing({ what: 'create' })}>
      Create key
    </Button>
  );
  const onSearch = (change: KeySearch | { readonly history: undefined }): void =>
    void navigate({ search: (now) => keySearch({ ...now, ...change }), resetScroll: false });
  const close = (): void => setDoing(null);
  const showSecret = (answered: Answered<CreatedApiKey>): void => {
    close();
    setCreated(answered.data);
    toastPending(`Created “${answered.data.name}”`, answered);
  };
  return (
    <Page
      title="API keys"
      note={data && <span className="text-faint tabular">{number(data.meta.total)}</span>}
      actions={create}
    >
      {error && !data ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : data?.meta.total === 0 ? (
        <Empty icon={<KeyIcon size={20} />} title="No keys yet" action={create} curl={CURL}>
          Programs use a key of their own instead of your password. Each can be taken back without the others.
        </Empty>
      ) : (
        <Table
          label="API keys"
          what="API keys"
          grid={GRID}
          columns={COLUMNS}
          entries={data?.data}
          row={(key) => (
            <Row apiKey={key} refusal={refusal} onDo={setDoing} onHistory={() => onSearch({ history: key.id })} />
          )}
        />
      )}
      <Pages page={page} meta={data?.meta} onPage={(next) => onSearch({ page: next })} />
      {doing?.what === 'create' && <CreateDialog onClose={close} onSecret={showSecret} />}
      {doing?.what === 'rotate' && <RotateDialog apiKey={doing.apiKey} onClose={close} onSecret={showSecret} />}
      {doing?.what === 'rename' && <RenameDialog apiKey={doing.apiKey} onClose={close} />}
      {doing?.what === 'revoke' && <RevokeDialog apiKey={doing.apiKey} onClose={close} />}
      {history !== undefined && (
        <Lineage
          id={history}
          keys={data?.data ?? (error ? [] : undefined)}
          onClose={() => onSearch({ history: undefined })}
        />
      )}
      {created && <SecretDialog created={created} onClose={() => setCreated(null)} />}
    </Page>
  );
};

const COLUMNS: readonly Column[] = [
  { label: 'Key' },
  { label: 'Status', isWide: true },
  { label: 'Last used', isWide: true },
  { label: 'Requests', isWide: true, isRight: true },
  { label: 'Actions', isSilent: true },
];

interface RowProps {
  readonly apiKey: ApiKey;
  readonly refusal: string | undefined;
  readonly onDo: (doing: Doing) => void;
  readonly onHistory: () => void;
}

const Row = ({ apiKey, refusal, onDo, onHistory }: RowProps) => {
  const now = useNow(60_000);
  const advice = adviceFor(apiKey, now);
  const isEnded = apiKey.status === 'revoked' || apiKey.status === 'expired';
  const ended = isEnded ? 'It has ended' : undefined;
  return (
    <div role="row" className={`${GRID} py-3`}>
      <div role="cell" className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <button
            type="button"
            className="min-w-0 truncate text-left font-medium underline-offset-2 hover:underline"
            onClick={onHistory}
          >
            {apiKey.name}
          </button>
          <Badge tone={apiKey.scope === 'Read' ? 'none' : 'accent'}>{apiKey.scope}</Badge>
          <span className="md:hidden">
            <KeyBadge apiKey={apiKey} />
          </span>
        </p>
        <p className="text-faint mt-0.5 flex flex-wrap items-center gap-x-3 text-sm">
          <code className="font-mono text-xs">{apiKey.start}…</code>
          <span>created {date(apiKey.created_at)}</span>
          {apiKey.last_used_at !== null && (
            <span className="md:hidden">
              {plural(apiKey.request_count, 'request')}, last used {ago(apiKey.last_used_at, now)}
            </span>
          )}
          {apiKey.expiration !== null && !isEnded && (
            <span title={dateTime(apiKey.expiration)}>expires {ago(apiKey.expiration, now)}</span>
          )}
          {advice.length > 0 && (
            <span className="text-warn inline-flex items-center gap-1">
              <AlertIcon size={12} /> {advice.join(', ')}
            </span>
          )}
          {apiKey.revocation_reason !== null && <span>{apiKey.revocation_reason}</span>}
        </p>
      </div>
      <div role="cell" className="hidden md:block">
        <KeyBadge apiKey={apiKey} />
      </div>
      <div
        role="cell"
        className="text-soft hidden md:block"
        title={apiKey.last_used_at === null ? undefined : dateTime(apiKey.last_used_at)}
      >
        {apiKey.last_used_at === null ? 'never' : ago(apiKey.last_used_at, now)}
      </div>
      <div role="cell" className="tabular hidden text-right md:block" title={number(apiKey.request_count)}>
        {compact(apiKey.request_count)}
      </div>
      <div role="cell">
        <Menu
          trigger={
            <button type="button" className={buttonClass('quiet', 'icon')} aria-label={`Actions for ${apiKey.name}`}>
              <KebabHorizontalIcon />
            </button>
          }
        >
          <MenuItem onSelect={onHistory}>History and lineage</MenuItem>
          <MenuItem refused={refusal ?? ended} onSelect={() => onDo({ what: 'rename', apiKey })}>
            Rename
          </MenuItem>
          <MenuItem
            refused={refusal ?? ended ?? (apiKey.status === 'grace' ? 'It is rotated already' : undefined)}
            onSelect={() => onDo({ what: 'rotate', apiKey })}
          >
            Rotate
          </MenuItem>
          <MenuSeparator />
          <MenuItem isDangerous refused={refusal ?? ended} onSelect={() => onDo({ what: 'revoke', apiKey })}>
            Revoke
          </MenuItem>
        </Menu>
      </div>
    </div>
  );
};
