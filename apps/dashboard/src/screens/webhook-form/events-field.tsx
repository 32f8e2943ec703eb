import { ChevronRightIcon } from '@primer/octicons-react';
import { useId } from 'react';
import { CheckField } from '../../ui/fields';
import { CLICK, CLICKS, EVERYTHING, type EventGroup, GROUPS, toggled } from '../webhooks/events';

interface EventsFieldProps {
  readonly events: readonly string[];
  readonly error?: string | undefined;
  readonly onChange: (events: readonly string[]) => void;
}

/** The events that a webhook gets: all, those of some kinds, or single ones; clicks are chosen apart. */
export const EventsField = ({ events, error, onChange }: EventsFieldProps) => {
  const has = (name: string): boolean => events.includes(name);
  const toggle = (name: string) => (isOn: boolean) => onChange(toggled(events, name, isOn));
  const hasAll = has(EVERYTHING);
  return (
    <fieldset aria-invalid={error === undefined ? undefined : true} tabIndex={-1}>
      <legend className="mb-1 font-medium">Events</legend>
      <div className={`divide-line divide-y rounded-lg border ${error === undefined ? 'border-line' : 'border-bad'}`}>
        <div className="px-3 py-2.5">
          <CheckField
            label="Everything"
            hint="Also what later versions add. Clicks are apart."
            checked={hasAll}
            onChange={(event) => toggle(EVERYTHING)(event.target.checked)}
          />
        </div>
        {GROUPS.map((group) => (
          <Group key={group.pattern} group={group} events={events} isImplied={hasAll} onToggle={toggle} />
        ))}
        <div className="space-y-2.5 px-3 py-2.5">
          <CheckField
            label={<Named text="Each click" name={CLICK} />}
            hint="A call for each. There may be many."
            checked={has(CLICK)}
            onChange={(event) => toggle(CLICK)(event.target.checked)}
          />
          <CheckField
            label={<Named text="Clicks in batches" name={CLICKS} />}
            hint="Up to 500 clicks, or those of a second, in one call."
            checked={has(CLICKS)}
            onChange={(event) => toggle(CLICKS)(event.target.checked)}
          />
        </div>
      </div>
      {error !== undefined && <p className="text-bad mt-1 text-sm">{error}</p>}
    </fieldset>
  );
};

const Named = ({ text, name }: { readonly text: string; readonly name: string }) => (
  <>
    {text} <code className="text-faint font-mono text-xs font-normal">{name}</code>
  </>
);

interface GroupProps {
  readonly group: EventGroup;
  readonly events: readonly string[];
  /** By “everything”. */
  readonly isImplied: boolean;
  readonly onToggle: (name: string) => (isOn: boolean) => void;
}

const Group = ({ group: { pattern, label, events: all }, events, isImplied, onToggle }: GroupProps) => {
  const isWhole = isImplied || events.includes(pattern);
  const chosen = all.filter(([name]) => events.includes(name)).length;
  const id = useId();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] px-3">
      <details className="group/event col-start-1 row-start-1" open={(!isWhole && chosen > 0) || undefined}>
        <summary className="flex list-none items-center gap-2.5 rounded-md py-2.5 pl-[25px] [&::-webkit-details-marker]:hidden">
          <span className="min-w-0 flex-1 truncate font-medium">
            <Named text={label} name={pattern} />
          </span>
          <span className="text-faint tabular shrink-0 text-sm">
            {isWhole ? 'all' : chosen} of {all.length}
          </span>
          <ChevronRightIcon className="text-faint shrink-0 transition-transform group-open/event:rotate-90" />
        </summary>
        <div className="grid gap-x-4 gap-y-2 pb-3 pl-6 sm:grid-cols-2">
          {all.map(([name, text]) => (
            <label key={name} className="flex min-w-0 items-baseline gap-2">
              <input
                type="checkbox"
                className="shrink-0 self-center"
                checked={isWhole || events.includes(name)}
                disabled={isWhole}
                onChange={(event) => onToggle(name)(event.target.checked)}
              />
              <span className="min-w-0">
                {text} <code className="text-faint font-mono text-xs">{name}</code>
              </span>
            </label>
          ))}
        </div>
      </details>
      {/* Beside the summary, which may hold no other control. */}
      <span className="col-start-1 row-start-1 self-start py-[12px] justify-self-start">
        <input
          id={id}
          type="checkbox"
          aria-label={`All events of ${label.toLowerCase()}`}
          className="block"
          checked={isWhole}
          disabled={isImplied}
          onChange={(event) => onToggle(pattern)(event.target.checked)}
        />
      </span>
    </div>
  );
};
