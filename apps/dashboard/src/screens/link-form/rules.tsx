import { ArrowDownIcon, ArrowUpIcon, PlusIcon, TrashIcon, XIcon } from '@primer/octicons-react';
import { type KeyboardEvent, useRef } from 'react';
import { Button } from '../../ui/button';
import { controlClass, TextField } from '../../ui/fields';
import { LATEST } from '../../ui/local-time';
import { type ConditionFields, CONDITIONS, type ConditionName } from './conditions';
import { newKey, type RuleFields } from './fields';
import { changed, moved, without } from './lists';
import type { SectionProps } from './sections';

const HINTS: Readonly<Record<ConditionName, string>> = {
  country: 'DE, AT, CH',
  device: 'mobile, tablet, desktop',
  os: 'iOS, Android',
  browser: 'Chrome, Safari',
  language: 'de, en-GB',
  ip: '203.0.113.0/24',
  query: 'ref=mail, beta',
  after: '',
  before: '',
};

/** Rules are tried from the first to the last; the first whose conditions all hold decides. */
export const Rules = ({ fields, set, problem }: SectionProps) => {
  const add = useRef<HTMLButtonElement>(null);
  const setRules = (rules: readonly RuleFields[]): void => set({ rules });
  return (
    <>
      {fields.rules.length > 0 && (
        <ol className="space-y-3">
          {fields.rules.map((rule, index) => (
            <li key={rule.key}>
              <Rule
                rule={rule}
                index={index}
                count={fields.rules.length}
                error={(path) => problem?.at(`body.rules[${index}].${path}`)}
                onChange={(change) => setRules(changed(fields.rules, index, change))}
                onMove={(by) => setRules(moved(fields.rules, index, by))}
                onRemove={() => {
                  setRules(without(fields.rules, index));
                  add.current?.focus();
                }}
              />
            </li>
          ))}
        </ol>
      )}
      <Button
        ref={add}
        icon={<PlusIcon />}
        onClick={() =>
          setRules([
            ...fields.rules,
            { key: newKey(), conditions: [{ name: 'country', text: '' }], destination_url: '' },
          ])
        }
      >
        Add a rule
      </Button>
    </>
  );
};

interface RuleProps {
  readonly rule: RuleFields;
  readonly index: number;
  readonly count: number;
  readonly error: (path: string) => string | undefined;
  readonly onChange: (change: Partial<RuleFields>) => void;
  readonly onMove: (by: 1 | -1) => void;
  readonly onRemove: () => void;
}

const Rule = ({ rule, index, count, error, onChange, onMove, onRemove }: RuleProps) => {
  const free = CONDITIONS.find(([name]) => !rule.conditions.some((condition) => condition.name === name));
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key as 'ArrowUp'];
    if (!event.altKey || by === undefined) return;
    event.preventDefault();
    onMove(by);
  };
  return (
    <fieldset className="border-line rounded-lg border p-3" onKeyDown={onKeyDown}>
      <legend className="sr-only">Rule {index + 1}</legend>
      <div className="mb-2 flex items-center gap-1">
        <span className="text-soft flex-1 font-medium">
          {index === 0 ? 'If' : 'Else, if'}
          <span className="sr-only">, rule {index + 1}; Alt and the arrows move it</span>
        </span>
        <Button
          tone="quiet"
          size="icon"
          aria-label="Move up"
          refused={index === 0 ? 'It is the first' : undefined}
          icon={<ArrowUpIcon />}
          onClick={() => onMove(-1)}
        />
        <Button
          tone="quiet"
          size="icon"
          aria-label="Move down"
          refused={index === count - 1 ? 'It is the last' : undefined}
          icon={<ArrowDownIcon />}
          onClick={() => onMove(1)}
        />
        <Button
          tone="quiet"
          size="icon"
          aria-label={`Remove rule ${index + 1}`}
          icon={<TrashIcon />}
          onClick={onRemove}
        />
      </div>
      <div className="space-y-2">
        {rule.conditions.map((condition, at) => (
          <Condition
            key={condition.name}
            condition={condition}
            taken={rule.conditions.map(({ name }) => name)}
            error={error(`if.${condition.name}`)}
            onChange={(change) => onChange({ conditions: changed(rule.conditions, at, change) })}
            onRemove={() => onChange({ conditions: without(rule.conditions, at) })}
          />
        ))}
        {free && (
          <Button
            tone="quiet"
            size="sm"
            icon={<PlusIcon size={12} />}
            onClick={() => onChange({ conditions: [...rule.conditions, { name: free[0], text: '' }] })}
          >
            And
          </Button>
        )}
        <TextField
          label="Then lead to"
          type="url"
          value={rule.destination_url}
          placeholder="https://"
          onChange={(event) => onChange({ destination_url: event.target.value })}
          error={error('destination_url')}
        />
      </div>
    </fieldset>
  );
};

interface ConditionProps {
  readonly condition: ConditionFields;
  /** Each is there once. */
  readonly taken: readonly ConditionName[];
  readonly error: string | undefined;
  readonly onChange: (change: Partial<ConditionFields>) => void;
  readonly onRemove: () => void;
}

const Condition = ({ condition: { name, text }, taken, error, onChange, onRemove }: ConditionProps) => (
  <div>
    <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)_32px] gap-2">
      <select
        aria-label="What is compared"
        value={name}
        className={`${controlClass} select`}
        onChange={(event) => onChange({ name: event.target.value as ConditionName, text: '', read: undefined })}
      >
        {CONDITIONS.filter(([other]) => other === name || !taken.includes(other)).map(([other, label]) => (
          <option key={other} value={other}>
            {label}
          </option>
        ))}
      </select>
      <input
        aria-label="Values, separated by commas"
        {...(name === 'after' || name === 'before' ? { type: 'datetime-local', max: LATEST } : { type: 'text' })}
        value={text}
        placeholder={HINTS[name]}
        className={controlClass}
        aria-invalid={error !== undefined || undefined}
        onChange={(event) => onChange({ text: event.target.value })}
      />
      <Button
        tone="quiet"
        size="icon"
        aria-label="Remove the condition"
        refused={taken.length === 1 ? 'A rule has at least one' : undefined}
        icon={<XIcon />}
        onClick={onRemove}
      />
    </div>
    {error !== undefined && <p className="text-bad mt-1 text-sm">{error}</p>}
  </div>
);
