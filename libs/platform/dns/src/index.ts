export { type TextRecords, type LookUpTexts, textLookup } from './text-records';
