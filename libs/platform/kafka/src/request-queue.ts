import { createRequire } from 'node:module';

interface RequestQueue {
  readonly pending: readonly unknown[];
  scheduleCheckPendingRequests(): void;
}

interface RequestQueueClass {
  readonly prototype: RequestQueue;
}

const PATCHED = Symbol.for('waymark.kafkajs.request-queue');

/**
 * kafkajs 2.2.4 looks for waiting requests after each answer and always sets a timer to look again. If none waits, the
 * timer's delay is negative, Node makes it 1 ms, and an idle connection wakes a thousand times a second for ever. A
 * delay of 0 would be 1 ms as well. So no timer is set if no request waits: `push` sets it when one has to.
 */
export const calmIdleConnections = (): void => {
  const { prototype } = createRequire(__filename)('kafkajs/src/network/requestQueue') as RequestQueueClass;
  if (Object.hasOwn(prototype, PATCHED)) return;
  const schedule = prototype.scheduleCheckPendingRequests;
  prototype.scheduleCheckPendingRequests = function (this: RequestQueue): void {
    if (this.pending.length > 0) schedule.call(this);
  };
  Object.defineProperty(prototype, PATCHED, { value: true });
};
