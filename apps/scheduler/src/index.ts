export { keyTimersMigration } from './key-timers.migration';
export { runScheduler, type SchedulerOptions } from './scheduler';
