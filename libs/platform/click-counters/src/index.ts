export {
  campaignCountersSchema,
  clickCountersSchema,
  clickSourcesSchema,
  clickTotalsSchema,
  foreignClicksSchema,
} from './click-counters.schema';
export {
  COUNTING,
  createClickCounters,
  pooledClickCounters,
  StaleCheckpoint,
  type ClickCounters,
  type CountedTotals,
  type StoredCheckpoint,
} from './click-counters';
export { forgetSources, loadedUntil, saveWatermarks, type Watermark } from './click-sources';
export { reclassificationsSchema } from './reclassifications.schema';
export {
  openReclassifications,
  type Correction,
  type PageStart,
  type Reclassification,
  type Reclassifications,
} from './reclassifications';
export { Tally, type CountedClick } from './tally';
export { forgetCounters } from './forget-counters';
