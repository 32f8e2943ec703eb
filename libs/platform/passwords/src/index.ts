export { closePasswords, hashPassword, prepareDecoy, verifyPassword } from './passwords';
