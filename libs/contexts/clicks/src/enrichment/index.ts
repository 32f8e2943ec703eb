export { type Agent, describeAgent } from './agent';
export { createEnricher, ENRICHMENT_RULES, type Enricher } from './enricher';
export { firstLanguage, firstLanguageTag } from './language';
export { type Geography, NOWHERE, type Place, placeOf } from './place';
export { describeReferrer, type Referrer } from './referrer';
