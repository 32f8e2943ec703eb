import type { QueryClient } from '@tanstack/react-query';
import type { Answered } from '../../api/client';
import { type Domain, domainQuery } from '../domains/domain-queries';

/** An answer that holds the domain is the domain as it is now. */
export const keepDomain = (queries: QueryClient, answered: Answered<Domain>): void => {
  const { id } = answered.data;
  queries.setQueryData(domainQuery(id).queryKey, answered);
  void queries.invalidateQueries({ queryKey: ['domains'] });
  void queries.invalidateQueries({ queryKey: ['domain-history', id] });
};
