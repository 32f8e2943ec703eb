export { startClicks, type Clicks, type StartClicks } from './journal/start-clicks';
