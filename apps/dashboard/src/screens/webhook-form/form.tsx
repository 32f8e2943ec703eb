import { TextField } from '../../ui/fields';
import { FormFrame, type Submission } from '../../ui/form-frame';
import { plural } from '../../ui/format';
import { CLICK, CLICKS, KINDS, namesOf } from '../webhooks/events';
import { EventsField } from './events-field';
import type { Fields } from './fields';
import { FiltersField } from './filters-field';

interface FormProps extends Submission {
  readonly fields: Fields;
  readonly set: (change: Partial<Fields>) => void;
  readonly isNew: boolean;
}

export const Form = ({ fields, set, isNew, ...submission }: FormProps) => {
  const { problem } = submission;
  return (
    <FormFrame {...submission} aside={<Outcome fields={fields} />}>
      <TextField
        label="Endpoint"
        type="url"
        required
        autoFocus={isNew}
        value={fields.url}
        placeholder="https://hooks.example.com/waymark"
        onChange={(event) => set({ url: event.target.value })}
        hint="https, at a public address. It answers with a 2xx within 15 seconds."
        error={problem?.at('body.url')}
      />
      <TextField
        label="Note"
        value={fields.description}
        maxLength={1_000}
        placeholder="To the data warehouse"
        onChange={(event) => set({ description: event.target.value })}
        hint="For people. It is what the webhook is called here."
        error={problem?.at('body.description')}
      />
      <EventsField events={fields.events} onChange={(events) => set({ events })} error={problem?.at('body.events')} />
      <FiltersField fields={fields} problem={problem} set={set} />
    </FormFrame>
  );
};

/** What comes of what is chosen. */
const Outcome = ({ fields }: { readonly fields: Fields }) => {
  const names = namesOf(fields.events);
  const isBusy = names.includes(CLICK);
  return (
    <aside aria-label="What it receives">
      <div className="card bg-sunken sticky top-6 space-y-3 p-4">
        <h2 className="text-soft text-sm font-medium">What it receives</h2>
        <p className="font-medium">
          <span className="tabular">{names.length}</span> of {plural(KINDS, 'kind')} of events
        </p>
        {names.length === 0 ? (
          <p className="text-soft">Nothing yet: choose at least one.</p>
        ) : (
          <ul className="text-soft grid max-h-72 gap-x-4 overflow-y-auto font-mono text-xs leading-5" tabIndex={0}>
            {names.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        )}
        {isBusy && names.includes(CLICKS) && (
          <p className="text-warn text-sm">Clicks come twice: one by one, and in batches.</p>
        )}
        <p className="border-line text-soft border-t pt-3 text-sm">
          Each call is signed by a secret, which is shown once. It is tried up to ten times in three days.
        </p>
      </div>
    </aside>
  );
};
