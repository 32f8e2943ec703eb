import { sameJson } from './json';

/** The fields that an edit has changed, each with its value before and after. */
export type Changes<F extends object> = {
  readonly [N in keyof F]?: { readonly from: F[N]; readonly to: F[N] };
};

/** The fields of an edit. Merge semantics: absent or undefined leaves a field as it is, null clears it. */
export type Edit<F extends object> = { readonly [N in keyof F]?: F[N] | null | undefined };

/** The values that an edit gives to fields. @param unset the value of a field that is cleared */
export const valuesOf = <F extends object>(edit: Edit<F>, unset: (field: keyof F) => unknown): Partial<F> =>
  Object.fromEntries(
    Object.entries(edit)
      .filter(([, value]) => value !== undefined)
      .map(([field, value]) => [field, value ?? unset(field as keyof F)]),
  ) as Partial<F>;

/** What an edit changes; no field if every value is already as wanted. Undefined values are passed over. */
export const changesOf = <F extends object>(before: F, wanted: Partial<F>): Changes<F> =>
  Object.fromEntries(
    (Object.entries(wanted) as [keyof F & string, unknown][])
      .filter(([field, to]) => to !== undefined && !sameJson(before[field], to))
      .map(([field, to]) => [field, { from: before[field], to }]),
  ) as Changes<F>;

/** The changed fields with their new values. */
export const changedTo = <F extends object>(changes: Changes<F>): Partial<F> =>
  Object.fromEntries(
    (Object.entries(changes) as [string, { readonly to: unknown }][]).map(([field, { to }]) => [field, to]),
  ) as Partial<F>;
