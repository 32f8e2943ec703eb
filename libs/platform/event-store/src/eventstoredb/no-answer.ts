import { DeadlineExceededError } from '@eventstore/db-client';
import { StoreUnavailable } from '@kernel';

/** A call got no answer in time. */
export class NoAnswer extends StoreUnavailable {
  constructor(ms: number) {
    super(`EventStoreDB did not answer within ${ms} ms.`);
  }
}

export const isLate = (error: unknown): boolean => error instanceof NoAnswer || error instanceof DeadlineExceededError;
