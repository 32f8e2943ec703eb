export { sweepSessions } from './expired-sessions';
export { runScheduler, type SchedulerOptions } from './scheduler';
