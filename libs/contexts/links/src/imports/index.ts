export { cellOf, protectCell } from './cells';
