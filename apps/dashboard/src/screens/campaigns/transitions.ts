import type { Campaign, Step } from './campaign-queries';

export const STEPS = [
  ['start', 'Start', 'Makes it active now.'],
  ['pause', 'Pause', 'Until it is resumed or ends.'],
  ['resume', 'Resume', 'Makes it active again.'],
  ['end', 'End', 'For good: it cannot be reopened.'],
] as const satisfies readonly (readonly [Step, string, string])[];

const WHY_NOT: Readonly<Record<Step, Readonly<Partial<Record<Campaign['status'], string>>>>> = {
  start: {
    active: 'It is active already.',
    paused: 'It was started before: resume it.',
    ended: 'It has ended for good.',
  },
  pause: {
    draft: 'It has not started yet.',
    paused: 'It is paused already.',
    ended: 'It has ended for good.',
  },
  resume: { draft: 'It has not started yet.', active: 'It is not paused.', ended: 'It has ended for good.' },
  end: { draft: 'It has not started: delete it instead.', ended: 'It has ended already.' },
};

/** Why a step cannot be taken; undefined if it can. */
export const refusalOf = (step: Step, { status, ends_at }: Campaign, now: number): string | undefined => {
  const isOver = ends_at !== null && Date.parse(ends_at) <= now;
  return (
    WHY_NOT[step][status] ??
    (isOver && (step === 'start' || step === 'resume') ? 'Its end is in the past: change that first.' : undefined)
  );
};
