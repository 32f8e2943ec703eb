export { type StartJobs, startJobs } from './start-jobs';
