export { type Choice, type Choosable, compileChoice } from './choice';
export { isNetwork, withinNetworks } from './networks';
export { compileRules, type Some, type VisitFacts } from './rules';
export { compileVariants, type Draw, type DrawnVariant, shareOf } from './variants';
