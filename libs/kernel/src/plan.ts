/** The plans of a workspace. They are in the kernel because both contexts and libs/platform use them. */
export const PLANS = ['free', 'pro', 'enterprise'] as const;
export type Plan = (typeof PLANS)[number];
