export { createResolver, meansNone } from './resolver';
export { type TextRecords, type LookUpTexts, textLookup } from './text-records';
