import { type Enricher, createEnricher, type Geography } from '@contexts/clicks';
import { compileRules, compileVariants, type Draw, type DrawnVariant, type VisitFacts } from '@contexts/links';
import type { ClientOrigin } from './client-address';
import type { RedirectTarget } from './redirect-target';
import { type AskedVisit, cookieOf, drawOf, factsOf, variantMarkOf } from './visit-facts';

/** Where a link with rules or variants leads one visit. */
export interface Choice {
  readonly destination_url: string;
  /** Index of the rule or of the variant that decided; null for both when it is the link's own destination. */
  readonly rule: number | null;
  readonly variant: number | null;
  /** A Set-Cookie header. */
  readonly cookie?: string | undefined;
}

export interface ChooserOptions {
  readonly origin: ClientOrigin;
  readonly geography: Geography;
  /** Whether short URLs are https. */
  readonly secure: boolean;
  /** The visitor's part of the click record. */
  readonly who: (visit: AskedVisit) => string;
}

interface Compiled {
  readonly rule: (visit: VisitFacts) => number;
  readonly variant: ((draw: Draw) => DrawnVariant) | undefined;
}

const compiledOf = ({ rules, variants }: RedirectTarget): Compiled => ({
  rule: compileRules(rules),
  variant: variants.length > 0 ? compileVariants(variants, variantMarkOf) : undefined,
});

/** Chooses by the first rule that holds, else by a variant. The index gives one object for a link until it changes. */
export const createChooser = ({ origin, geography, secure, who }: ChooserOptions) => {
  const enrich: Enricher = createEnricher(geography);
  const known = new WeakMap<RedirectTarget, Compiled>();
  const prepared = (target: RedirectTarget): Compiled => {
    const before = known.get(target);
    if (before) return before;
    const compiled = compiledOf(target);
    known.set(target, compiled);
    return compiled;
  };

  return (target: RedirectTarget, visit: AskedVisit): Choice => {
    const { rule, variant } = prepared(target);
    const index = rule(factsOf(visit, origin, enrich));
    const matched = target.rules[index];
    if (matched) return { destination_url: matched.destination_url, rule: index, variant: null };
    if (!variant) return { destination_url: target.destination_url, rule: null, variant: null };
    const visitor = who(visit);
    const drawn = variant(drawOf(visit, target.id, visitor));
    return {
      destination_url: target.variants[drawn.index]?.destination_url ?? target.destination_url,
      rule: null,
      variant: drawn.index,
      cookie: drawn.kept ? undefined : cookieOf(visit, drawn.mark, visitor, secure),
    };
  };
};
