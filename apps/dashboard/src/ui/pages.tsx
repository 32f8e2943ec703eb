import { Button } from './button';

interface PagesProps {
  readonly page: number;
  readonly last: number;
  readonly onPage: (page: number) => void;
}

/** Steps through numbered pages, where there is more than one. */
export const Pages = ({ page, last, onPage }: PagesProps) =>
  last > 1 && (
    <nav aria-label="Pages" className="mt-3 flex items-center justify-end gap-2">
      <span className="text-faint tabular text-sm">
        {page} of {last}
      </span>
      <Button size="sm" refused={page === 1 ? 'This is the first' : undefined} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <Button size="sm" refused={page === last ? 'This is the last' : undefined} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  );

export const lastPage = ({ total, limit }: { readonly total: number; readonly limit: number }): number =>
  Math.max(1, Math.ceil(total / limit));
