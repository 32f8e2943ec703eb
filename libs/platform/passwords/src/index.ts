export { closePasswords, hashPassword, prepareDecoy, verifyPassword } from './passwords';
export {
  type PasswordAttempt,
  type ThrottledSubject,
  AttemptThrottle,
  loginThrottleMigration,
} from './attempt-throttle';
export { attemptsOfTheFutureMigration, beginAttemptMigration } from './begin-attempt';
export { BlockedSubjects } from './blocked-subjects';
