import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { asProblem } from '../../api/problem';
import { Button } from '../../ui/button';
import { Modal } from '../../ui/dialog';
import { SelectField, TextField } from '../../ui/fields';
import { number, plural } from '../../ui/format';
import { instantOf, LATEST } from '../../ui/local-time';
import { useDraft } from '../../ui/request-draft';
import { ProblemNote } from '../../ui/states';
import { namesOf } from '../webhooks/events';
import { replay } from '../webhooks/webhook-commands';
import { refreshDeliveries, type ReplayCreate, type Webhook } from '../webhooks/webhook-queries';
import type { OnSearch } from './search';

interface ReplayDialogProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
  readonly onSearch: OnSearch;
}

/** As an input for local times has it. */
const local = (at: number): string => {
  const shifted = new Date(at - new Date(at).getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
};
const DAY_MS = 86_400_000;

/** Sends what happened in a window again, and says how much that is. */
export const ReplayDialog = ({ webhook, onClose, onSearch }: ReplayDialogProps) => {
  const queries = useQueryClient();
  const [began] = useState(Date.now);
  const [from, setFrom] = useState(local(began - DAY_MS));
  const [to, setTo] = useState('');
  const [event, setEvent] = useState('');
  const body: ReplayCreate = {
    from: instantOf(from) ?? '',
    ...(to && { to: instantOf(to) ?? to }),
    ...(event && { events: [event] }),
  };
  useDraft({
    method: 'POST',
    url: `/v1/webhooks/${webhook.id}/replay`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const replaying = useMutation({
    mutationFn: () => replay(webhook.id, body),
    onSuccess: () => refreshDeliveries(queries, webhook.id),
  });
  const problem = replaying.error && asProblem(replaying.error);
  if (replaying.data) return <Replayed events={replaying.data.events} onClose={onClose} onSearch={onSearch} />;
  return (
    <Modal
      open
      onClose={onClose}
      width="md"
      title="Replay events"
      description="What happened in the window is sent again, with the same ids: a receiver that remembers ids sees what it has had."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" busy={replaying.isPending} onClick={() => replaying.mutate()}>
            Replay
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="From"
            type="datetime-local"
            value={from}
            min={local(began - 30 * DAY_MS)}
            max={LATEST}
            onChange={({ target }) => setFrom(target.value)}
            hint="At most 30 days ago."
            error={problem?.at('body.from')}
          />
          <TextField
            label="To"
            type="datetime-local"
            max={LATEST}
            value={to}
            onChange={({ target }) => setTo(target.value)}
            hint="Empty: until now."
            error={problem?.at('body.to')}
          />
        </div>
        <SelectField
          label="Events"
          value={event}
          onChange={({ target }) => setEvent(target.value)}
          options={[['', 'All that it subscribes to'], ...namesOf(webhook.events).map((name) => [name, name] as const)]}
          hint="Its filters hold as they do for live events."
          error={problem?.at('body.events')}
        />
        {problem && problem.errors.length === 0 && <ProblemNote problem={problem} />}
      </div>
    </Modal>
  );
};

interface ReplayedProps {
  readonly events: number;
  readonly onClose: () => void;
  readonly onSearch: OnSearch;
}

const Replayed = ({ events, onClose, onSearch }: ReplayedProps) => (
  <Modal
    open
    onClose={onClose}
    title={events === 0 ? 'Nothing to replay' : `${plural(events, 'event')} queued`}
    footer={
      <>
        <Button onClick={onClose}>Close</Button>
        {events > 0 && (
          <Button
            tone="primary"
            onClick={() => {
              onClose();
              onSearch({ tab: undefined, status: undefined, event_type: undefined, from: undefined, to: undefined });
            }}
          >
            Show deliveries
          </Button>
        )}
      </>
    }
  >
    <p className="text-soft">
      {events === 0
        ? 'Nothing in this window passes its subscription and its filters.'
        : `${events === 1 ? 'It goes' : `All ${number(events)} go`} out in order, behind everything that is live.`}
    </p>
  </Modal>
);
