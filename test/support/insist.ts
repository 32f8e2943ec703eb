import { StoreUnavailable } from '@kernel';
import { asUnavailable } from '@platform/postgres';

/** As a caller does: what gets no connection in time on a busy machine is asked again. For what may be repeated. */
export const insist = async <T>(attempt: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!(asUnavailable(error) instanceof StoreUnavailable)) throw error;
    }
  }
};
