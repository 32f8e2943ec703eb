import { type Enricher, createEnricher, type Geography } from '@contexts/clicks';
import { type Choice as ChosenDestination, compileChoice } from '@contexts/links';
import type { ClientOrigin } from './client-address';
import type { RedirectTarget } from './redirect-target';
import { type AskedVisit, cookieOf, drawOf, factsOf, variantMarkOf } from './visit-facts';

export interface VisitorChoice extends ChosenDestination {
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

type Compiled = ReturnType<typeof compileChoice>;

/** Chooses by the first rule that holds, else by a variant. The index gives one object for a link until it changes. */
export const createChooser = ({ origin, geography, secure, who }: ChooserOptions) => {
  const enrich: Enricher = createEnricher(geography);
  const known = new WeakMap<RedirectTarget, Compiled>();
  const prepared = (target: RedirectTarget): Compiled => {
    const before = known.get(target);
    if (before) return before;
    const compiled = compileChoice(target, variantMarkOf);
    known.set(target, compiled);
    return compiled;
  };

  return (target: RedirectTarget, visit: AskedVisit): VisitorChoice => {
    let visitor = '';
    const draw = () => drawOf(visit, target.id, (visitor = who(visit)));
    const { drawn, ...choice } = prepared(target)(factsOf(visit, origin, enrich), draw);
    if (!drawn) return choice;
    return { ...choice, cookie: drawn.kept ? undefined : cookieOf(visit, drawn.mark, visitor, secure) };
  };
};
