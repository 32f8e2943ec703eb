export { isNetwork, withinNetworks } from './networks';
export { compileRules, type Conditions, type Rule, type Some, type VisitFacts } from './rules';
export { compileVariants, type Draw, type DrawnVariant, type Variant } from './variants';
