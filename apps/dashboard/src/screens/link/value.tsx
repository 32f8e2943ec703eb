import { ArrowRightIcon } from '@primer/octicons-react';
import { Badge } from '../../ui/badge';
import { bare, country, dateTime, number } from '../../ui/format';

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** A value of a field, whatever its kind. */
export const Value = ({ value }: { readonly value: unknown }) => {
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
    return <span className="text-faint">–</span>;
  if (typeof value === 'boolean') return <span>{value ? 'Yes' : 'No'}</span>;
  if (typeof value === 'number') return <span className="tabular">{number(value)}</span>;
  if (typeof value === 'string') return <span>{INSTANT.test(value) ? dateTime(value) : value}</span>;
  if (Array.isArray(value)) return <List values={value} />;
  const set = Object.entries(value).filter(([, one]) => !isNothing(one));
  if (set.length === 0) return <span className="text-faint">–</span>;
  return <span className="text-sm">{set.map(([name, one]) => `${name}: ${wordsOf(one)}`).join(' · ')}</span>;
};

const isNothing = (value: unknown): boolean =>
  value === null || value === false || (Array.isArray(value) && value.length === 0);

const wordsOf = (value: unknown): string => {
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const List = ({ values }: { readonly values: readonly unknown[] }) => {
  if (values.every((value) => typeof value === 'string'))
    return (
      <span className="flex flex-wrap gap-1">
        {values.map((value) => (
          <Badge key={value}>{value}</Badge>
        ))}
      </span>
    );
  return (
    <ol className="list-decimal space-y-1 pl-4">
      {values.map((value, index) => (
        <li key={index}>
          <Branch value={value as BranchValue} />
        </li>
      ))}
    </ol>
  );
};

interface BranchValue {
  readonly if?: Readonly<Record<string, unknown>>;
  readonly weight?: number;
  readonly destination_url?: string;
}

/** A rule or a variant. */
const Branch = ({ value: { if: conditions = {}, weight, destination_url = '' } }: { readonly value: BranchValue }) => (
  <>
    <span className="text-soft">
      {weight === undefined
        ? Object.entries(conditions)
            .map(
              ([name, one]) =>
                `${name} ${textOf(name === 'country' && Array.isArray(one) ? one.map(String).map(country) : one)}`,
            )
            .join(' and ')
        : `weight ${weight}`}
    </span>{' '}
    <ArrowRightIcon size={12} className="text-faint inline" aria-label="to" /> {bare(destination_url)}
  </>
);

const textOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'object' && value !== null
    ? Object.entries(value)
        .map(([name, one]) => (one === true ? name : `${name}=${String(one)}`))
        .join(', ')
    : String(value);
};
