/** The plans of a workspace. Contexts judge by them and plugs enforce their limits, so they stand where both may look. */
export const PLANS = ['free', 'pro', 'enterprise'] as const;
export type Plan = (typeof PLANS)[number];
