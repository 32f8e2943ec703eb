import type { Rule, Variant } from '../link-choice.record';
import { type VisitFacts, compileRules } from './rules';
import { type Draw, type DrawnVariant, compileVariants } from './variants';

/** Where a link with rules or variants leads one visit. */
export interface Choice {
  readonly destination_url: string;
  /** Index of the rule or of the variant that decided; null for both when it is the link's own destination. */
  readonly rule: number | null;
  readonly variant: number | null;
}

/** What a choice is made of. */
export interface Choosable {
  readonly destination_url: string;
  readonly rules: readonly Rule[];
  readonly variants: readonly Variant[];
}

/** A choice, and the variant that was drawn for it. */
export interface Chosen extends Choice {
  readonly drawn?: DrawnVariant;
}

/**
 * Prepares a link for many visits: the first rule that holds decides, else a variant, else the link's own destination.
 * Only a visit without a rule draws.
 * @param digest as of compileVariants
 */
export const compileChoice = (
  { destination_url, rules, variants }: Choosable,
  digest: (text: string) => string,
): ((visit: VisitFacts, draw: () => Draw) => Chosen) => {
  const ruleOf = compileRules(rules);
  const variantOf = variants.length > 0 ? compileVariants(variants, digest) : undefined;
  return (visit, draw) => {
    const index = ruleOf(visit);
    const matched = rules[index];
    if (matched) return { destination_url: matched.destination_url, rule: index, variant: null };
    if (!variantOf) return { destination_url, rule: null, variant: null };
    const drawn = variantOf(draw());
    const chosen = variants[drawn.index]?.destination_url ?? destination_url;
    return { destination_url: chosen, rule: null, variant: drawn.index, drawn };
  };
};
