import { KebabHorizontalIcon, LockIcon, PencilIcon, ProjectRoadmapIcon } from '@primer/octicons-react';
import { Link as To, useNavigate } from '@tanstack/react-router';
import { memo, type MouseEvent, type ReactElement, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Link } from '../../api/queries';
import { Badge } from '../../ui/badge';
import { buttonClass } from '../../ui/button';
import { CopyButton } from '../../ui/copy';
import { ago, bare, compact, date, dateTime, number } from '../../ui/format';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu';
import { ShortUrl } from '../../ui/short-url';
import { Skeleton } from '../../ui/states';
import { copyShortUrl, STEP_LABELS, type Step, stepsOf } from './actions';
import type { Column } from './columns';
import { StatusBadge } from './status-badge';

export const ROW_HEIGHT = 60;
export const GRID = 'grid grid-cols-[20px_minmax(0,1fr)_auto_32px] items-center gap-x-3 px-3 md:px-4';
const ROW = `${GRID} border-line h-15 border-b contain-content`;

interface RowProps {
  readonly link: Link;
  readonly index: number;
  readonly workspace: string;
  readonly isSelected: boolean;
  readonly isCurrent: boolean;
  readonly columns: ReadonlySet<Column>;
  readonly refusal: string | undefined;
  readonly onSelect: (index: number, isRange: boolean) => void;
  readonly onStep: (step: Step, link: Link) => void;
  readonly onQr: (link: Link) => void;
}

export const Row = memo((props: RowProps) => {
  const { link, index, workspace, isSelected, isCurrent, columns, onSelect } = props;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      className={`${ROW} ${isSelected ? 'bg-accent-soft' : isCurrent ? 'bg-hover' : 'hover:bg-sunken'}`}
    >
      <div role="cell" className="grid place-items-center">
        <input
          type="checkbox"
          aria-label={`Select ${bare(link.short_url)}`}
          checked={isSelected}
          onChange={() => undefined}
          onClick={(event) => onSelect(index, event.shiftKey)}
        />
      </div>
      <div role="cell" className="min-w-0">
        <div className="flex min-w-0 items-center gap-1.5">
          <To
            to="/$workspace/links/$id"
            params={{ workspace, id: link.id }}
            data-row={index}
            aria-label={bare(link.short_url)}
            className="truncate font-medium underline-offset-2 hover:underline"
          >
            <ShortUrl url={link.short_url} hostClass="text-soft" />
          </To>
          <CopyButton text={link.short_url} label={`Copy ${bare(link.short_url)}`} small />
          {link.has_password && <LockIcon size={12} className="text-faint" aria-label="With a password" />}
          {link.rules.length > 0 && <ProjectRoadmapIcon size={12} className="text-faint" aria-label="With rules" />}
          {link.status !== 'active' && <StatusBadge status={link.status} />}
          {columns.has('tags') && <Tags tags={link.tags} />}
        </div>
        <p className="text-faint truncate text-sm">
          {columns.has('title') && link.title !== null && <span className="text-soft">{link.title} · </span>}
          {bare(link.destination_url)}
        </p>
      </div>
      <div role="cell" className="flex items-center gap-6">
        {columns.has('created') && (
          <span
            className="text-faint hidden w-24 text-right text-sm lg:block"
            title={`Created ${dateTime(link.created_at)}`}
          >
            {date(link.created_at)}
          </span>
        )}
        {columns.has('last') && (
          <span className="text-faint hidden w-28 text-right text-sm whitespace-nowrap md:block">
            {link.last_clicked_at === null ? '–' : ago(link.last_clicked_at)}
          </span>
        )}
        <span
          className="tabular w-14 text-right font-medium"
          title={`${number(link.clicks)} clicks, ${number(link.unique_clicks)} visitors`}
        >
          {compact(link.clicks)}
        </span>
      </div>
      <div role="cell">
        <RowActions {...props} />
      </div>
    </div>
  );
});
Row.displayName = 'Row';

const Tags = ({ tags }: { readonly tags: readonly string[] }) => (
  <span className="hidden min-w-0 shrink items-center gap-1 md:flex">
    {tags.slice(0, 3).map((tag) => (
      <Badge key={tag}>{tag}</Badge>
    ))}
    {tags.length > 3 && <span className="text-faint text-xs">+{tags.length - 3}</span>}
  </span>
);

/** Why a link has no QR code to show. */
export const qrRefusal = ({ status }: Link): string | undefined => (status === 'deleted' ? 'It is deleted' : undefined);

/** Its menu is made when somebody opens it: most rows are passed by. */
const RowActions = (props: RowProps) => {
  const [asked, setAsked] = useState<'by keys' | 'by pointer' | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const ask = (event: MouseEvent): void => {
    const isByKeys = event.detail === 0;
    flushSync(() => setAsked(isByKeys ? 'by keys' : 'by pointer'));
    // The menu's own button is in its place by now, and opens it as it does for keys: at the first item.
    if (!isByKeys) return;
    button.current?.focus();
    button.current?.click();
  };
  const trigger = (
    <button
      ref={button}
      type="button"
      aria-haspopup="menu"
      className={buttonClass('quiet', 'icon')}
      aria-label={`Actions for ${bare(props.link.short_url)}`}
      {...(asked === null && { onClick: ask })}
    >
      <KebabHorizontalIcon />
    </button>
  );
  if (asked === null) return trigger;
  return <RowMenu {...props} trigger={trigger} isOpenAtFirst={asked === 'by pointer'} />;
};

interface RowMenuProps extends RowProps {
  readonly trigger: ReactElement;
  readonly isOpenAtFirst: boolean;
}

const RowMenu = ({ link, workspace, refusal, onStep, onQr, trigger, isOpenAtFirst }: RowMenuProps) => {
  const navigate = useNavigate();
  return (
    <Menu trigger={trigger} isOpenAtFirst={isOpenAtFirst}>
      <MenuItem hint="Y" onSelect={() => copyShortUrl(link)}>
        Copy short URL
      </MenuItem>
      <MenuItem hint="Q" refused={qrRefusal(link)} onSelect={() => onQr(link)}>
        QR code
      </MenuItem>
      <MenuItem
        hint="E"
        icon={<PencilIcon />}
        refused={refusal}
        onSelect={() => void navigate({ to: '/$workspace/links/$id/edit', params: { workspace, id: link.id } })}
      >
        Edit
      </MenuItem>
      <MenuItem
        hint="D"
        refused={refusal}
        onSelect={() =>
          void navigate({ to: '/$workspace/links/new', params: { workspace }, search: { from: link.id } })
        }
      >
        Duplicate
      </MenuItem>
      <MenuSeparator />
      {stepsOf(link.status).map((step) => (
        <MenuItem
          key={step}
          isDangerous={step === 'delete'}
          refused={refusal}
          {...(step === 'delete' && { hint: '#' })}
          onSelect={() => onStep(step, link)}
        >
          {STEP_LABELS[step]}
        </MenuItem>
      ))}
    </Menu>
  );
};

/** A row that is not fetched yet, in the layout that it will have. It is still: many that pulse cost as many layers. */
export const Waiting = memo(({ index }: { readonly index: number }) => (
  <div role="row" aria-rowindex={index + 2} className={ROW}>
    <div role="cell">
      <Skeleton className="size-4 animate-none" />
    </div>
    <div role="cell" className="space-y-1.5">
      <Skeleton className="h-4 w-48 max-w-full animate-none" />
      <Skeleton className="h-3.5 w-80 max-w-full animate-none" />
    </div>
    <div role="cell">
      <Skeleton className="h-4 w-12 animate-none" />
    </div>
    <div role="cell" />
  </div>
));
Waiting.displayName = 'Waiting';
