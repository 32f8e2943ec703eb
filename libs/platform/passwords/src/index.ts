export { closePasswords, hashPassword, prepareDecoy, verifyPassword } from './passwords';
export { type Attempt, type Subject, AttemptThrottle, loginThrottleMigration } from './attempt-throttle';
export { beginAttemptMigration } from './begin-attempt';
export { BlockedSubjects } from './blocked-subjects';
