import type { ApiKey } from '../../api/queries';

const DAY_MS = 86_400_000;
const UNUSED_DAYS = 30;
const OLD_DAYS = 90;

/** What good practice would change about a key. */
export const adviceFor = (key: ApiKey, now: number): readonly string[] => {
  if (key.status !== 'active') return [];
  const days = (iso: string): number => (now - Date.parse(iso)) / DAY_MS;
  return [
    ...(days(key.last_used_at ?? key.created_at) >= UNUSED_DAYS ? [`unused for ${UNUSED_DAYS} days`] : []),
    ...(days(key.created_at) >= OLD_DAYS ? [`older than ${OLD_DAYS} days`] : []),
    ...(key.expiration === null ? ['no expiration'] : []),
  ];
};

/** A mistake with a key that was used within a day stops something that runs. */
export const isInUse = ({ last_used_at }: ApiKey, now: number): boolean =>
  last_used_at !== null && now - Date.parse(last_used_at) < DAY_MS;
