import { type QueryFunction, QueryClient } from '@tanstack/react-query';
import { mayRetry, STALE_MS } from './queries';
import { forgetQuery, nameRequests, showAgain } from './recorder';

/**
 * A cache of a workspace. A query that is answered from it shows the requests by which it was answered: a screen can be
 * shown as requests although it sent none.
 */
export const newClient = (): QueryClient => {
  const client = new QueryClient({
    defaultOptions: {
      // Without a network they fail and say so, rather than wait without a word.
      queries: { staleTime: STALE_MS, retry: mayRetry, networkMode: 'always', refetchOnReconnect: true },
      mutations: { networkMode: 'always' },
    },
  });
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'observerAdded') showAgain(query.queryHash);
    if (type === 'removed') forgetQuery(query.queryHash);
  });
  const withDefaults = client.defaultQueryOptions.bind(client);
  client.defaultQueryOptions = ((given: Parameters<typeof withDefaults>[0]) => {
    const options = withDefaults(given);
    const { queryFn, queryHash } = options;
    if (given._defaulted || typeof queryFn !== 'function') return options;
    const named: QueryFunction = (context) => {
      nameRequests(context.signal, queryHash);
      return queryFn(context);
    };
    return { ...options, queryFn: named };
  }) as typeof withDefaults;
  return client;
};
