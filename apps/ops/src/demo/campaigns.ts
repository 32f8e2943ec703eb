import { CAMPAIGNS, DEMO_TAG, SITE, slug } from './catalogue';
import type { WantedRecords, FollowUp, Thing } from './things';
import { launchDay, yearStart } from './year';

/** The newest are active, the next one is paused, and those before have ended. */
const ACTIVE = 2;
const DAY_MS = 86_400_000;

/** The campaigns of the year that ends at `now`, and a draft of one to come. */
export const plannedCampaigns = (now: number): WantedRecords => {
  const start = yearStart(now);
  const newestFirst = CAMPAIGNS.map(([name, from]) => ({ name, day: launchDay(from, start) })).sort(
    (a, b) => b.day - a.day,
  );
  return {
    path: '/v1/campaigns',
    by: 'name',
    things: [...newestFirst.map(({ name }, age): Thing => ({ body: bodyOf(name), then: lifeOf(age) })), draft(now)],
  };
};

const bodyOf = (name: string) => ({
  name,
  description: `Newsletter, posters and posts that lead to ${SITE}/${slug(name)}.`,
  utm_campaign: slug(name),
  tags: [DEMO_TAG],
});

const lifeOf = (age: number): readonly FollowUp[] => {
  if (age < ACTIVE) return [['POST', '/start']];
  return [
    ['POST', '/start'],
    ['POST', age === ACTIVE ? '/pause' : '/end'],
  ];
};

const draft = (now: number): Thing => ({
  body: {
    ...bodyOf('Loyalty cards'),
    starts_at: new Date(now + 30 * DAY_MS).toISOString(),
    ends_at: new Date(now + 60 * DAY_MS).toISOString(),
  },
});
