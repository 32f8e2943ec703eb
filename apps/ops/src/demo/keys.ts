import { type Api, apiOf } from './api';
import { DEMO_TAG } from './catalogue';
import { follow, type Made, type WantedRecords } from './things';

const DAYS = 60;

/** What programs like these ask for, in turn. */
const LISTS = [`/v1/links?tags=${DEMO_TAG}&sort=clicks&limit=10`, '/v1/links?limit=25', '/v1/tags'];
const REPORTS = [
  '/v1/analytics/workspace?range=90d',
  '/v1/analytics/workspace?range=12m&interval=month',
  '/v1/campaigns',
];

/** Sends requests with a key: they count on the day of the run, and a day of the past gets none. */
const use = async (api: Api, key: unknown, paths: readonly string[], times: number): Promise<void> => {
  const user = apiOf(api.url, String(key));
  for (let time = 0; time < times; time += 1) await user.get(paths[time % paths.length] ?? '');
};

/** Its old key goes on for a while beside the new one. */
const useAndRotate = async (api: Api, { id, key }: Made): Promise<void> => {
  await use(api, key, LISTS, 17);
  const { body } = await api.send<Made>('POST', `/v1/api-keys/${id}/rotate`, {});
  await use(api, body['key'], LISTS, 12);
  await use(api, key, LISTS, 3);
};

const useAndRevoke = async (api: Api, { id, key }: Made): Promise<void> => {
  await use(api, key, REPORTS, 4);
  await follow(api, `/v1/api-keys/${id}`, [['POST', '/revoke', { reason: 'The contract has ended.' }]]);
};

/** Keys with the requests that they were made for. A key is shown once, when it is made, so it is used at once or never. */
export const usedKeys = (api: Api, now: number): WantedRecords => ({
  path: '/v1/api-keys',
  by: 'name',
  things: [
    { body: { name: 'Website', scope: 'Read + Write' }, then: ({ key }) => use(api, key, LISTS, 41) },
    {
      body: { name: 'Quarterly report', scope: 'Read', expiration: new Date(now + DAYS * 86_400_000).toISOString() },
      then: ({ key }) => use(api, key, REPORTS, 6),
    },
    { body: { name: 'Newsletter tool', scope: 'Read + Write' }, then: (made) => useAndRotate(api, made) },
    { body: { name: 'Former agency', scope: 'Read' }, then: (made) => useAndRevoke(api, made) },
  ],
});
