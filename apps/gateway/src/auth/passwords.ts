export { hashPassword, prepareDecoy, verifyPassword } from '@platform/passwords';
