import type { AllStreamSubscription, Filter } from '@eventstore/db-client';
import type { Connection } from './connection';
import { open } from './open';

it('takes a position that the server has read for covered, and none where the next event will be', () => {
  const pushed: unknown[] = [];
  let filter: Filter | undefined;
  const incoming = {
    on: () => incoming,
    push: (item: unknown) => pushed.push(item),
  } as unknown as AllStreamSubscription;
  const client = {
    subscribeToAll: (given: { readonly filter: Filter }) => {
      ({ filter } = given);
      return incoming;
    },
  };
  open({ client } as unknown as Connection, ['link'], -1n);
  for (const prepare of [700n, 0n]) void filter?.checkpointReached?.(incoming, { commit: 700n, prepare });
  expect(pushed).toEqual([{ commitPosition: 700n }]);
});
