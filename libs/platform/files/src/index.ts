export { makeOnce } from './make-once';
export { syncDirectory, type WriteDurably, writeDurably } from './write-durably';
