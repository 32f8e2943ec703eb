import type { ListedImport } from './import-queries';

/** How many rows are done, of how many: made in one colour, failed in another. */
export const Progress = ({ of: { total, created, failed, status } }: { readonly of: ListedImport }) => {
  const all = Math.max(1, total ?? 0);
  const done = created + failed;
  const width = (count: number): number => (total === null ? 0 : (count / all) * 100);
  return (
    <div
      role="progressbar"
      aria-label="Rows that are done"
      aria-valuemin={0}
      {...(total !== null && { 'aria-valuemax': total, 'aria-valuenow': Math.min(done, total) })}
      className={`h-2 overflow-hidden rounded-full ${status === 'running' && total === null ? 'skeleton' : 'bg-hover'}`}
    >
      <svg width="100%" height="8" aria-hidden="true">
        <rect width={`${width(created)}%`} height="8" className="fill-good" />
        <rect x={`${width(created)}%`} width={`${width(failed)}%`} height="8" className="fill-bad" />
      </svg>
    </div>
  );
};
