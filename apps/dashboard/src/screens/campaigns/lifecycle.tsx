import { PauseIcon, PlayIcon, SquareFillIcon, SyncIcon } from '@primer/octicons-react';
import { type ReactNode, useState } from 'react';
import { pendingNote } from '../../api/client';
import { asProblem } from '../../api/problem';
import { Button } from '../../ui/button';
import { Confirm } from '../../ui/dialog';
import { ago, dateTime } from '../../ui/format';
import { ProblemNote } from '../../ui/states';
import { toast } from '../../ui/toast';
import { useNow } from '../keys/use-now';
import { type Campaign, type Step, takeStep, useCampaignMutation } from './campaign-queries';
import { refusalOf, STEPS } from './transitions';

const ICONS: Readonly<Record<Step, ReactNode>> = {
  start: <PlayIcon />,
  pause: <PauseIcon />,
  resume: <SyncIcon />,
  end: <SquareFillIcon />,
};
const DONE: Readonly<Record<Step, string>> = {
  start: 'Started',
  pause: 'Paused',
  resume: 'Resumed',
  end: 'Ended',
};

interface LifecycleProps {
  readonly campaign: Campaign;
  readonly refusal: string | undefined;
}

/** What can be done with a campaign now, and why the rest cannot. */
export const Lifecycle = ({ campaign, refusal }: LifecycleProps) => {
  const now = useNow(30_000);
  const [ends, setEnds] = useState(false);
  const step = useCampaignMutation(
    campaign.id,
    (name: Step) => takeStep(campaign.id, name),
    (answered, name) => {
      setEnds(false);
      toast(`${DONE[name]} “${campaign.name}”`, pendingNote(answered));
    },
  );
  const problem = step.error && asProblem(step.error);
  return (
    <section className="card" aria-label="Status">
      <p className="border-line text-soft border-b px-4 py-3">
        {sentenceOf(campaign, now)} No status changes where its links lead.
      </p>
      <ul className="grid grid-cols-2 gap-x-4 gap-y-4 p-4 @3xl:grid-cols-4">
        {STEPS.map(([name, label, note]) => {
          const refused = refusal ?? refusalOf(name, campaign, now);
          return (
            <li key={name}>
              <Button
                className="w-full"
                icon={ICONS[name]}
                refused={refused}
                busy={step.isPending && step.variables === name}
                aria-describedby={`step-${name}`}
                onClick={() => (name === 'end' ? setEnds(true) : step.mutate(name))}
              >
                {label}
              </Button>
              <p id={`step-${name}`} className="text-faint mt-1.5 text-sm">
                {refused ?? note}
              </p>
            </li>
          );
        })}
      </ul>
      {problem && !ends && (
        <div className="px-4 pb-4">
          <ProblemNote problem={problem} />
        </div>
      )}
      {ends && (
        <Confirm
          open
          onClose={() => setEnds(false)}
          title={`End “${campaign.name}”?`}
          action="End campaign"
          busy={step.isPending}
          problem={problem}
          onConfirm={() => step.mutate('end')}
        >
          <p>It cannot be started or resumed again. Its links stay, go on redirecting, and keep its utm fields.</p>
        </Confirm>
      )}
    </section>
  );
};

const sentenceOf = ({ status, starts_at, ends_at }: Campaign, now: number): string => {
  const at = (iso: string): string => `${dateTime(iso)}, ${ago(iso, now)}`;
  if (status === 'draft')
    return starts_at === null ? 'It starts when you start it.' : `It starts by itself on ${at(starts_at)}.`;
  if (status === 'ended') return 'It has ended.';
  const until = ends_at === null ? 'until you end it' : `until ${at(ends_at)}, when it ends by itself`;
  return status === 'active' ? `It is active ${until}.` : `It is paused. It can be resumed ${until}.`;
};
