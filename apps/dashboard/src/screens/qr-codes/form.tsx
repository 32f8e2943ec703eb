import type { ReactNode } from 'react';
import type { Problem } from '../../api/problem';
import { Field, SelectField, TextField, controlClass } from '../../ui/fields';
import { FormFrame, type Submission } from '../../ui/form-frame';
import type { Fields } from './fields';
import { LinkChoice } from './link-choice';

interface SectionProps {
  readonly fields: Fields;
  readonly set: (change: Partial<Fields>) => void;
  readonly problem: Problem | null;
}

interface FormProps extends SectionProps, Submission {
  readonly aside: ReactNode;
}

export const Form = ({ aside, fields, set, problem, ...submission }: FormProps) => {
  const section = { fields, set, problem };
  const preview = <aside aria-label="Preview">{aside}</aside>;
  return (
    <FormFrame {...submission} problem={problem} columns="@3xl:grid-cols-[minmax(0,1fr)_360px]" aside={preview}>
      <Content {...section} />
      <TextField
        label="Name"
        maxLength={255}
        value={fields.name}
        placeholder="Poster"
        onChange={(event) => set({ name: event.target.value })}
        error={problem?.at('body.name')}
      />
      <Looks {...section} />
      <TextField
        label="Logo"
        type="url"
        value={fields.logo_url}
        placeholder="https://example.com/logo.png"
        onChange={(event) => {
          const covered = event.target.value.trim() !== '' && (fields.level === 'L' || fields.level === 'M');
          set({ logo_url: event.target.value, ...(covered && { level: 'Q' }) });
        }}
        hint="A PNG or JPEG of at most 256 kB. It is fetched once, when this is saved, and covers a fifth of the side."
        error={problem?.at('body.logo_url')}
      />
    </FormFrame>
  );
};

const HOLDS = [
  ['link', 'A link', 'Its short URL. Scans are counted.'],
  ['url', 'Any URL', 'Exactly as given. Nothing is counted.'],
] as const;

const Content = ({ fields, set, problem }: SectionProps) => (
  <>
    <fieldset>
      <legend className="mb-1 font-medium">It holds</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {HOLDS.map(([value, label, note]) => (
          <label key={value} className="border-line has-checked:border-accent flex gap-2.5 rounded-md border px-3 py-2">
            <input
              type="radio"
              name="holds"
              checked={fields.holds === value}
              onChange={() => set({ holds: value })}
              className="mt-0.5"
            />
            <span>
              <span className="block font-medium">{label}</span>
              <span className="text-faint block text-sm">{note}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
    {fields.holds === 'link' ? (
      <LinkChoice value={fields.link_id} onChange={(link_id) => set({ link_id })} error={problem?.at('body.link_id')} />
    ) : (
      <TextField
        label="URL"
        type="url"
        value={fields.url}
        placeholder="https://example.com/menu"
        onChange={(event) => set({ url: event.target.value })}
        error={problem?.at('body.url')}
      />
    )}
  </>
);

const Looks = ({ fields, set, problem }: SectionProps) => (
  <>
    <div className="grid gap-4 sm:grid-cols-2">
      {(
        [
          ['fg_color', 'Dark modules'],
          ['bg_color', 'Light modules'],
        ] as const
      ).map(([name, label]) => (
        <Color
          key={name}
          label={label}
          value={fields[name]}
          onChange={(color) => set({ [name]: color })}
          error={problem?.at(`body.${name}`)}
        />
      ))}
      <SelectField
        label="Error correction"
        value={fields.level}
        onChange={(event) => set({ level: event.target.value as Fields['level'] })}
        options={[
          ['L', 'L: 7 % may be damaged'],
          ['M', 'M: 15 %'],
          ['Q', 'Q: 25 %'],
          ['H', 'H: 30 %'],
        ]}
        hint="More of it makes a denser code."
        error={problem?.at('body.level')}
      />
      <TextField
        label="Margin"
        type="number"
        min={0}
        max={16}
        value={fields.margin}
        onChange={(event) => set({ margin: event.target.value })}
        hint="Empty modules on each side, 0 to 16."
        error={problem?.at('body.margin')}
      />
      <SelectField
        label="Format"
        value={fields.format}
        onChange={(event) => set({ format: event.target.value as Fields['format'] })}
        options={[
          ['svg', 'SVG: sharp at any size'],
          ['png', 'PNG'],
        ]}
        error={problem?.at('body.format')}
      />
      <TextField
        label="Size"
        type="number"
        min={1}
        max={2048}
        value={fields.size}
        onChange={(event) => set({ size: event.target.value })}
        hint="Pixels of a side, at most 2,048."
        error={problem?.at('body.size')}
      />
    </div>
  </>
);

interface ColorProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (color: string) => void;
  readonly error: string | undefined;
}

const Color = ({ label, value, onChange, error }: ColorProps) => (
  <Field label={label} error={error}>
    {(slots) => (
      <div className="flex gap-2">
        <input
          type="color"
          aria-label={`${label}, by a picker`}
          value={/^#[0-9a-f]{6}$/i.test(value) ? value : '#000000'}
          onChange={(event) => onChange(event.target.value)}
          className="border-control bg-bg h-8 w-10 shrink-0 rounded-md border p-0.5"
        />
        <input
          {...slots}
          value={value}
          maxLength={7}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => onChange(event.target.value)}
          className={`${controlClass} font-mono`}
        />
      </div>
    )}
  </Field>
);
