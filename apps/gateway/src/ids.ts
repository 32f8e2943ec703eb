export { digest, sha256, uuidv7 } from '@platform/commands';
