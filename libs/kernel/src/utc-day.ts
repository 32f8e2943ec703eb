/** The UTC day of an instant, like `2026-11-21`. @param at epoch milliseconds */
export const utcDayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
