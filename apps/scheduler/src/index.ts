export { runScheduler, type SchedulerOptions } from './scheduler';
