export { isNetwork, withinNetworks } from './networks';
export { compileRules, type Some, type VisitFacts } from './rules';
export { compileVariants, type Draw, type DrawnVariant } from './variants';
