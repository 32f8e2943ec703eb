export { READ_MODELS } from './read-models';
