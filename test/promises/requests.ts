import { eventually } from '../support/programs';
import { type Address, type Answer, api, send } from '../support/waymark';

/** Accepted the key, refused it, or did not decide (503, or no answer at all). */
export type Verdict = 'accepted' | 'refused' | 'unjudged';

/** A cheap request with a key: an unknown link is a 404 for a permitted caller. */
export const use = async (at: Address, key: string, timeout = 60_000): Promise<Verdict> => {
  const asked = send(at, 'GET', '/v1/links/link_unknown', { headers: { authorization: `Bearer ${key}` }, timeout });
  const status = await asked.then(
    (answer) => answer.status,
    () => 0,
  );
  if (status === 401) return 'refused';
  return status === 503 || status === 0 ? 'unjudged' : 'accepted';
};

/**
 * A use that is repeated if it was not decided, as a busy machine may shed it; for instants at which the clock is
 * stopped.
 */
export const useJudged = (at: Address, key: string): Promise<Verdict> =>
  eventually(async () => {
    const verdict = await use(at, key);
    if (verdict === 'unjudged') throw new Error('not judged');
    return verdict;
  });

export interface NewKey {
  readonly id: string;
  readonly key: string;
}

/**
 * A key that is known. Repeats a request until it is answered: a busy machine may shed it, or say that the key is not
 * known yet.
 */
export const createKey = async (at: Address, by: string): Promise<NewKey> => {
  const { headers, body } = await eventually(async () => {
    const answer = await api(at, by).post<NewKey>('/v1/api-keys', { name: 'Promise', scope: 'read' });
    if (answer.status !== 201) throw new Error(`creating a key answered ${answer.status}: ${answer.text}`);
    return answer;
  });
  if (headers['waymark-pending'])
    await eventually(async () => {
      const verdict = await use(at, body.key);
      if (verdict !== 'accepted') throw new Error(`a new key is ${verdict}`);
    });
  return body;
};

/** @param timeout milliseconds until it is given up, as status 0 */
export const revoke = (
  at: Address,
  by: string,
  id: string,
  timeout = 120_000,
): Promise<Pick<Answer, 'status' | 'text'>> =>
  send(at, 'POST', `/v1/api-keys/${id}/revoke`, { headers: { authorization: `Bearer ${by}` }, timeout }).catch(
    (error: Error) => ({ status: 0, text: error.message }),
  );

/** One of them, in turn. */
export const inTurn = <T>(items: readonly T[]): (() => T) => {
  let next = 0;
  return () => items[next++ % items.length] as T;
};
