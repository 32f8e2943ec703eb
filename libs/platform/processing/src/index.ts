export { type FoldTarget, type Rows, foldInto } from './fold';
export { isLmdb, isWhole, markClosed } from './lmdb-check';
export { LMDB_OPTIONS, commit, demandRoom } from './lmdb-environment';
export { LmdbState, withLmdbState } from './lmdb-state';
export { MISMATCH_REMEDY, type Mark, NO_ID, decodeMark, demandHistory, encodeMark, markOf } from './mark';
export { type Matched, type ProcessedStore, matchHistory } from './match-history';
export {
  type Batch,
  type ParkedStream,
  type Processor,
  type ProcessorState,
  type Step,
  parkedAt,
  stepOf,
} from './processor';
export { checkProcessors, showStatus, type ReportedStatus, processorStatusOf } from './processor-status';
export { Progress } from './progress';
export { type RunOptions, runProcessor } from './run-processor';
export { type StreamBatch, byStream } from './stream-batch';
export { type Published, StreamFolds } from './stream-folds';
