import { type Enricher, createEnricher, type Geography, networkOf } from '@contexts/clicks';
import { type Choice as ChosenDestination, compileChoice } from '@contexts/links';
import type { ClientOrigin } from './client-address';
import type { RedirectTarget } from './redirect-target';
import { type AskedVisit, cookieOf, countryByCdn, drawOf, factsOf, variantMarkOf } from './visit-facts';

export interface VisitorChoice extends ChosenDestination {
  /** A Set-Cookie header. */
  readonly cookie?: string | undefined;
}

export interface Places extends Geography {
  /** Reads what a look-up of the network needs; undefined when it has been read, or cannot be. */
  opening(network: string | null): Promise<void> | undefined;
}

export interface Chooser {
  (target: RedirectTarget, visit: AskedVisit): VisitorChoice;
  /** What a choice has to wait for, so that it does not hold others up. */
  readonly needs: (target: RedirectTarget, visit: AskedVisit) => Promise<void> | undefined;
}

export interface ChooserOptions {
  readonly origin: ClientOrigin;
  readonly geography: Places;
  /** Whether short URLs are https. */
  readonly secure: boolean;
  /** The visitor's part of the click record. */
  readonly who: (visit: AskedVisit) => string;
}

interface Compiled {
  readonly choiceOf: ReturnType<typeof compileChoice>;
  readonly asksCountry: boolean;
}

/** Chooses by the first rule that holds, else by a variant. The index gives one object for a link until it changes. */
export const createChooser = ({ origin, geography, secure, who }: ChooserOptions): Chooser => {
  const enrich: Enricher = createEnricher(geography);
  const known = new WeakMap<RedirectTarget, Compiled>();
  const prepared = (target: RedirectTarget): Compiled => {
    const before = known.get(target);
    if (before) return before;
    const compiled: Compiled = {
      choiceOf: compileChoice(target, variantMarkOf),
      asksCountry: target.rules.some(({ if: conditions }) => conditions.country !== undefined),
    };
    known.set(target, compiled);
    return compiled;
  };

  const needs: Chooser['needs'] = (target, visit) =>
    prepared(target).asksCountry && !countryByCdn(visit, origin, enrich)
      ? geography.opening(networkOf(origin.addressOf(visit.req)))
      : undefined;

  const choose = (target: RedirectTarget, visit: AskedVisit): VisitorChoice => {
    let visitor = '';
    const draw = () => drawOf(visit, target.id, (visitor = who(visit)));
    const { drawn, ...choice } = prepared(target).choiceOf(factsOf(visit, origin, enrich), draw);
    if (!drawn) return choice;
    return { ...choice, cookie: drawn.kept ? undefined : cookieOf(visit, drawn.mark, visitor, secure) };
  };
  return Object.assign(choose, { needs });
};
