import { type ComponentProps, type ReactNode, useId } from 'react';

export const controlClass =
  'border-control bg-bg text-ink block w-full rounded-md border px-2.5 h-8 aria-invalid:border-bad disabled:bg-sunken ' +
  'disabled:text-soft focus-visible:outline-offset-0';

interface FieldProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  /** Shown beside the label, at the other end. */
  readonly aside?: ReactNode;
  readonly className?: string;
}

interface FieldSlots {
  readonly id: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: true;
}

/** A label, a control, and below it what is wrong with it, or else what helps. */
export const Field = ({
  label,
  hint,
  error,
  aside,
  className = '',
  children,
}: FieldProps & { readonly children: (slots: FieldSlots) => ReactNode }) => {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className={`min-w-0 ${className}`}>
      <div className="mb-1 flex items-baseline justify-between gap-2">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {aside !== undefined && <span className="text-faint text-xs">{aside}</span>}
      </div>
      {children({
        id,
        ...(note !== undefined && { 'aria-describedby': `${id}-note` }),
        ...(error !== undefined && { 'aria-invalid': true }),
      })}
      {note !== undefined && (
        <p id={`${id}-note`} className={`mt-1 text-sm ${error === undefined ? 'text-faint' : 'text-bad'}`}>
          {note}
        </p>
      )}
    </div>
  );
};

type TextFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, keyof FieldProps | 'id'> & { readonly before?: ReactNode };

export const TextField = ({ label, hint, error, aside, className, before, ...input }: TextFieldProps) => (
  <Field label={label} hint={hint} error={error} aside={aside} {...(className !== undefined && { className })}>
    {(slots) =>
      before === undefined ? (
        <input {...input} {...slots} className={controlClass} />
      ) : (
        <div className="border-control focus-within:outline-accent bg-sunken flex rounded-md border focus-within:outline-2">
          <span className="text-soft flex max-w-[55%] items-center truncate px-2.5">{before}</span>
          <input
            {...input}
            {...slots}
            className="bg-bg h-7.5 w-full min-w-0 rounded-r-md border-l border-line px-2.5 outline-none"
          />
        </div>
      )
    }
  </Field>
);

type SelectFieldProps = FieldProps &
  Omit<ComponentProps<'select'>, keyof FieldProps | 'id'> & {
    readonly options: readonly (readonly [value: string, label: string])[];
  };

export const SelectField = ({ label, hint, error, aside, className, options, ...select }: SelectFieldProps) => (
  <Field label={label} hint={hint} error={error} aside={aside} {...(className !== undefined && { className })}>
    {(slots) => (
      <select {...select} {...slots} className={`${controlClass} select`}>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    )}
  </Field>
);

type CheckFieldProps = Omit<ComponentProps<'input'>, 'type' | 'id'> & {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
};

export const CheckField = ({ label, hint, ...input }: CheckFieldProps) => {
  const id = useId();
  return (
    <div className="flex gap-2.5">
      <input
        type="checkbox"
        {...input}
        id={id}
        className="mt-0.5 shrink-0"
        {...(hint !== undefined && { 'aria-describedby': `${id}-note` })}
      />
      <div>
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {hint !== undefined && (
          <p id={`${id}-note`} className="text-faint text-sm">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
};
