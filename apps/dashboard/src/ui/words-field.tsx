import { XIcon } from '@primer/octicons-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { Field } from './fields';

interface WordsFieldProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly values: readonly string[];
  /** What is offered while somebody types: a value, and what it is called. */
  readonly known?: readonly (readonly [value: string, label: string])[];
  readonly maxLength?: number;
  readonly onChange: (values: readonly string[]) => void;
}

/** Words that can be taken away one by one. */
export const WordsField = ({ label, hint, error, values, known = [], maxLength, onChange }: WordsFieldProps) => {
  const [text, setText] = useState('');
  const labels = new Map(known);
  const add = (): void => {
    const word = text.trim();
    setText('');
    if (word !== '' && !values.includes(word)) onChange([...values, word]);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if ((event.key === 'Enter' && text.trim() !== '') || event.key === ',') {
      event.preventDefault();
      add();
    } else if (event.key === 'Backspace' && text === '') onChange(values.slice(0, -1));
  };
  return (
    <Field label={label} hint={hint} error={error}>
      {(slots) => (
        <div className="border-control focus-within:outline-accent flex min-h-8 flex-wrap items-center gap-1 rounded-md border px-1.5 py-1 focus-within:outline-2">
          {values.map((word) => (
            <span
              key={word}
              className="bg-hover flex h-6 max-w-full items-center gap-1 rounded-full pr-1 pl-2.5 text-sm"
            >
              <span className="truncate">{labels.get(word) ?? word}</span>
              <button
                type="button"
                aria-label={`Remove ${labels.get(word) ?? word}`}
                className="text-faint hover:text-ink grid size-4 place-items-center"
                onClick={() => {
                  onChange(values.filter((one) => one !== word));
                  document.getElementById(slots.id)?.focus();
                }}
              >
                <XIcon size={12} />
              </button>
            </span>
          ))}
          <input
            {...slots}
            value={text}
            list={`${slots.id}-known`}
            maxLength={maxLength}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={onKeyDown}
            onBlur={add}
            className="h-6 min-w-14 flex-1 bg-transparent px-1 outline-none"
          />
          <datalist id={`${slots.id}-known`}>
            {known
              .filter(([value]) => !values.includes(value))
              .map(([value, name]) => (
                <option key={value} value={value} label={name} />
              ))}
          </datalist>
        </div>
      )}
    </Field>
  );
};
