import { AlertIcon, CheckCircleIcon, XCircleIcon } from '@primer/octicons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { asProblem } from '../../api/problem';
import { Spinner } from '../../ui/button';
import { Skeleton } from '../../ui/states';
import { useDebounced } from '../../ui/use-debounced';
import { type Fields, imageQuery } from './fields';
import { linkImageQuery, savedImageQuery } from './qr-queries';
import { warningsOf } from './warnings';

interface PreviewProps {
  readonly fields: Fields;
  /** The saved QR code, where nothing is changed. */
  readonly saved: { readonly id: string; readonly etag: string | null } | null;
  /** Whether the API was asked for a logo that it has not drawn yet. */
  readonly hasNewLogo: boolean;
  readonly actions?: ReactNode;
}

/** Milliseconds that a value rests before its image is asked for. */
const RESTS_MS = 400;

/** The image as the API draws it, and what may keep cameras from reading it. */
export const Preview = ({ fields, saved, hasNewLogo, actions }: PreviewProps) => {
  const asked = useDebounced(JSON.stringify({ link: fields.link_id, query: imageQuery(fields) }), RESTS_MS);
  const { link, query } = JSON.parse(asked) as { readonly link: string; readonly query: ReturnType<typeof imageQuery> };
  const fatal = warningsOf(fields).find(({ isFatal }) => isFatal);
  const isOfLink = fields.holds === 'link' && link !== '' && fields.link_id !== '';
  const own = useQuery({ ...savedImageQuery(saved?.id ?? '', saved?.etag ?? null), enabled: saved !== null });
  const drawn = useQuery({
    ...linkImageQuery(link, query),
    // What the API would refuse is not asked for.
    enabled: saved === null && isOfLink && !fatal,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const { data, error, isFetching } = saved ? own : drawn;
  const waits = saved === null && !isOfLink;
  return (
    <div className="card bg-sunken sticky top-6 space-y-4 p-4">
      <div className="flex items-center justify-between">
        <h2 className="text-soft text-sm font-medium">Preview</h2>
        {isFetching && <Spinner />}
      </div>
      <div className="border-line grid aspect-square w-full max-w-[326px] place-items-center overflow-hidden rounded-lg border bg-white">
        {fatal ? (
          <p className="max-w-60 text-center text-[#b0251b]">{fatal.text}</p>
        ) : waits ? (
          <p className="max-w-56 text-center text-[#575650]">
            {fields.holds === 'link'
              ? 'Choose a link, and its code is drawn here.'
              : 'The code of a URL is drawn once it is saved.'}
          </p>
        ) : error ? (
          <p role="alert" className="max-w-60 text-center text-[#b0251b]">
            {asProblem(error).errors[0]?.message ?? asProblem(error).message}
          </p>
        ) : data ? (
          <img src={data.address} alt="The QR code as it is drawn" className="size-full object-contain" />
        ) : (
          <Skeleton className="size-full" />
        )}
      </div>
      {hasNewLogo && <p className="text-faint text-sm">The logo is fetched and drawn once this is saved.</p>}
      {(isOfLink || fields.holds === 'url') && <Warnings fields={fields} />}
      {actions}
    </div>
  );
};

const Warnings = ({ fields }: { readonly fields: Fields }) => {
  const warnings = warningsOf(fields);
  return (
    <ul className="space-y-1.5 text-sm" aria-label="Can it be read?" aria-live="polite">
      {warnings.length === 0 && (
        <li className="flex gap-2">
          <CheckCircleIcon className="text-good mt-0.5 shrink-0" size={14} /> Enough contrast and margin for any reader.
        </li>
      )}
      {warnings.map(({ isFatal, text }) => (
        <li key={text} className="flex gap-2">
          {isFatal ? (
            <XCircleIcon className="text-bad mt-0.5 shrink-0" size={14} />
          ) : (
            <AlertIcon className="text-warn mt-0.5 shrink-0" size={14} />
          )}
          {text}
        </li>
      ))}
    </ul>
  );
};
