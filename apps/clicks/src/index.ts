export { startClicks, type Clicks, type StartClicks } from './start-clicks';
export type { LoaderProgress } from './loader';
