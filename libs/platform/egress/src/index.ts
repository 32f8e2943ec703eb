export { createEgress, type Egress, type EgressOptions } from './egress';
export { EgressFailure, type EgressFailureKind } from './failure';
export type { EgressRequest, EgressResponse } from './request';
export { egressOf, type OwnEgress } from './own-egress';
