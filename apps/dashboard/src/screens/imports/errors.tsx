import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button';
import { number, plural } from '../../ui/format';
import type { Import } from './import-queries';

const FIRST = 50;
/** Of a column whose content stands under another on narrow screens. */
const WIDE = 'hidden sm:table-cell';

interface ErrorsProps {
  readonly of: Import;
  readonly action: ReactNode;
}

/** The rows that failed, and why. */
export const Errors = ({ of: { errors, failed }, action }: ErrorsProps) => {
  const [all, setAll] = useState(false);
  const shown = all ? errors : errors.slice(0, FIRST);
  return (
    <section className="card" aria-label="Failed rows">
      <header className="flex flex-wrap items-center gap-3 px-4 py-3">
        <div className="min-w-0 flex-[1_1_240px]">
          <h2 className="font-semibold">{failed > 0 ? `${plural(failed, 'row')} failed` : 'The file failed'}</h2>
          <p className="text-faint text-sm">
            {failed > errors.length && `The first ${number(errors.length)} are listed, the file has all. `}
            Mend them in the file, and import it again.
          </p>
        </div>
        {action}
      </header>
      <div className="overflow-x-auto" role="region" aria-label="Errors" tabIndex={0}>
        <table className="w-full sm:min-w-[480px]">
          <thead className="bg-sunken text-faint border-line border-y text-left text-sm">
            <tr>
              {['Row', 'Line', 'Code', 'Why'].map((label) => (
                <th key={label} scope="col" className={`px-4 py-2 font-normal ${label === 'Code' ? WIDE : ''}`}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-line divide-y">
            {shown.map(({ row, line, code, message }, index) => (
              <tr key={index}>
                <td className="tabular text-soft w-16 px-4 py-2">{row === null ? '–' : number(row)}</td>
                <td className="tabular text-soft w-16 px-4 py-2">{line === null ? '–' : number(line)}</td>
                <td className={`w-44 px-4 py-2 ${WIDE}`}>
                  <code className="font-mono text-xs">{code}</code>
                </td>
                <td className="px-4 py-2">
                  {/[.!?]$/.test(message) ? message : `${message}.`}
                  <code className="text-faint block font-mono text-xs sm:hidden">{code}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {shown.length < errors.length && (
        <div className="border-line border-t p-2">
          <Button tone="quiet" className="w-full" onClick={() => setAll(true)}>
            Show {number(errors.length - shown.length)} more
          </Button>
        </div>
      )}
    </section>
  );
};
