import { CheckIcon, ClockIcon, XIcon } from '@primer/octicons-react';
import { Code } from '../../ui/code';
import { ago, dateTime, number } from '../../ui/format';
import { pretty } from '../../ui/snippets';
import { type Attempt, type DeliveryDetail, whyOf } from '../webhooks/webhook-queries';
import { Headers } from './headers';

/** Every attempt in its order, with the answer of the endpoint; the last is open. */
export const Attempts = ({
  delivery: { attempts, next_attempt_at, status },
}: {
  readonly delivery: DeliveryDetail;
}) => (
  <section aria-label="Attempts">
    <h3 className="mb-2 font-semibold">Attempts</h3>
    {attempts.length === 0 && status !== 'pending' && <p className="text-soft">It was never tried.</p>}
    <ol className="relative">
      {attempts.map((attempt, index) => (
        <One
          key={attempt.at}
          attempt={attempt}
          nth={index + 1}
          isLast={index === attempts.length - 1}
          hasNext={index < attempts.length - 1 || next_attempt_at !== null}
        />
      ))}
      {next_attempt_at !== null && (
        <li className="flex gap-3">
          <span className="border-control text-faint grid size-6 shrink-0 place-items-center rounded-full border border-dashed">
            <ClockIcon size={12} />
          </span>
          <p className="text-soft pt-0.5">
            {attempts.length === 0 ? 'The first attempt is due' : `Attempt ${attempts.length + 1} is due`}{' '}
            <time dateTime={next_attempt_at} title={dateTime(next_attempt_at)}>
              {ago(next_attempt_at)}
            </time>
          </p>
        </li>
      )}
    </ol>
  </section>
);

interface OneProps {
  readonly attempt: Attempt;
  readonly nth: number;
  readonly isLast: boolean;
  /** Whether something follows on the line. */
  readonly hasNext: boolean;
}

const time = new Intl.DateTimeFormat(navigator.language.split('@')[0], { dateStyle: 'short', timeStyle: 'medium' });

const One = ({ attempt: { at, duration_ms, error, response }, nth, isLast, hasNext }: OneProps) => {
  const isGood = error === null;
  return (
    <li className="flex gap-3">
      <span className="flex flex-col items-center">
        <span
          className={`grid size-6 shrink-0 place-items-center rounded-full ${isGood ? 'bg-good-soft text-good' : 'bg-bad-soft text-bad'}`}
        >
          {isGood ? <CheckIcon size={12} /> : <XIcon size={12} />}
        </span>
        {hasNext && <span className="bg-line min-h-3 w-px flex-1" />}
      </span>
      <details open={isLast} className="min-w-0 flex-1 pb-3">
        <summary className="flex list-none flex-wrap items-baseline gap-x-3 rounded-md pt-0.5 [&::-webkit-details-marker]:hidden">
          <span className="font-medium">{response ? `Answer ${response.status}` : whyOf(error)}</span>
          <span className="text-soft tabular text-sm">{number(duration_ms)} ms</span>
          <time dateTime={at} className="text-faint tabular ml-auto text-sm">
            #{nth} · {time.format(new Date(at))}
          </time>
        </summary>
        {response && (
          <div className="pt-2">
            {error !== null && !/^answered with status/.test(error) && (
              <p className="text-soft mb-2 text-sm">{whyOf(error)}</p>
            )}
            {response.body === '' ? (
              <p className="text-faint text-sm">The answer has no body.</p>
            ) : (
              <Code text={pretty(response.body)} label={`Answer to attempt ${nth}`} height="max-h-48" />
            )}
            <Headers headers={response.headers} label="Headers of the answer" />
          </div>
        )}
      </details>
    </li>
  );
};
