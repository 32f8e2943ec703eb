import { Fragment, type ReactNode } from 'react';
import { Loading, Skeleton } from './states';

export interface Column {
  readonly label: string;
  readonly isRight?: boolean;
  /** On wide screens alone. */
  readonly isWide?: boolean;
  /** Said, not shown. */
  readonly isSilent?: boolean;
}

interface TableProps<T> {
  readonly label: string;
  /** What is waited for: `campaigns`. */
  readonly what: string;
  /** Classes of a row's grid, which the rows share. */
  readonly grid: string;
  readonly columns: readonly Column[];
  /** Undefined until they are known. */
  readonly entries: readonly T[] | undefined;
  readonly row: (entry: T) => ReactNode;
  /** The cells of a row that is waited for. */
  readonly waiting?: ReactNode;
  readonly className?: string;
}

/** A list of things with an id: its head, its rows, and rows in grey as long as it is not known. */
export const Table = <T extends { readonly id: string }>({ grid, columns, entries, ...props }: TableProps<T>) => (
  <div role="table" aria-label={props.label} className={`card ${props.className ?? ''}`}>
    {!entries && <Loading what={props.what} />}
    <div role="rowgroup" className={columns.every(({ isWide }) => isWide) ? 'hidden md:block' : undefined}>
      <div role="row" className={`${grid} border-line bg-sunken text-faint h-9 rounded-t-[10px] border-b text-sm`}>
        {columns.map(({ label, isRight, isWide, isSilent }) => (
          <span
            key={label}
            role="columnheader"
            className={`${isRight ? 'text-right' : ''} ${isWide ? 'hidden md:block' : ''}`}
          >
            {isSilent ? <span className="sr-only">{label}</span> : label}
          </span>
        ))}
      </div>
    </div>
    <div role="rowgroup" className="divide-line divide-y">
      {entries?.map((entry) => <Fragment key={entry.id}>{props.row(entry)}</Fragment>) ??
        [1, 2, 3].map((row) => (
          <div key={row} role="row" className={`${grid} h-16`}>
            {props.waiting ?? WAITING}
          </div>
        ))}
    </div>
  </div>
);

const WAITING = (
  <span role="cell" className="space-y-1.5">
    <Skeleton className="h-4 w-40 max-w-full" />
    <Skeleton className="h-3.5 w-56 max-w-full" />
  </span>
);
