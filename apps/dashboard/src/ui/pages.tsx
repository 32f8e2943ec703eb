import { Button } from './button';

interface PagesProps {
  readonly page: number;
  /** Undefined as long as it is not known. */
  readonly meta: { readonly total: number; readonly limit: number } | undefined;
  readonly onPage: (page: number) => void;
}

/** Leads through the pages of a list; absent where one is all. */
export const Pages = ({ page, meta, onPage }: PagesProps) => {
  const last = meta ? Math.max(1, Math.ceil(meta.total / meta.limit)) : 1;
  if (last === 1 && page === 1) return null;
  return (
    <nav aria-label="Pages" className="mt-3 flex items-center justify-end gap-2">
      <span className="text-faint tabular text-sm">
        {page} of {last}
      </span>
      <Button size="sm" refused={page === 1 ? 'This is the first' : undefined} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <Button size="sm" refused={page >= last ? 'This is the last' : undefined} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  );
};
