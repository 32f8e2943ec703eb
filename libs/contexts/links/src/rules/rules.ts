import type { RuleConditions, Rule } from '../link-choice.record';
import { withinNetworks } from './networks';

/** One value, or several of which one must hold. */
export type Some<T> = T | readonly T[];

/** What is known of a visit. Each fact is found only when a condition asks for it. Texts are empty where unknown. */
export interface VisitFacts {
  /** RFC 3339 UTC with milliseconds. */
  readonly now: string;
  device(): string;
  os(): string;
  browser(): string;
  /** The first choice as a language tag. */
  language(): string;
  country(): string;
  address(): string;
  query(): Pick<URLSearchParams, 'has'>;
}

type Test = (visit: VisitFacts) => boolean;

/**
 * Prepares rules for many visits. The returned function gives the index of the first rule that holds; -1 for none.
 * A rule with a condition that this version does not know never holds.
 */
export const compileRules = (rules: readonly Pick<Rule, 'if'>[]): ((visit: VisitFacts) => number) => {
  const tests = rules.map(({ if: conditions }) => testOf(conditions));
  return (visit) => tests.findIndex((holds) => holds(visit));
};

const testOf = (conditions: RuleConditions): Test => {
  if (Object.keys(conditions).some((name) => !Object.hasOwn(TESTS, name))) return () => false;
  const tests = NAMES.flatMap((name) => {
    const make = TESTS[name] as (wanted: unknown) => Test;
    return conditions[name] === undefined ? [] : [make(conditions[name])];
  });
  return (visit) => tests.every((holds) => holds(visit));
};

const listOf = <T>(some: Some<T>): readonly T[] => (Array.isArray(some) ? (some as readonly T[]) : [some as T]);

/** An unknown fact is an empty text, which equals no condition. */
const equals =
  (fact: (visit: VisitFacts) => string) =>
  (wanted: Some<string>): Test => {
    const values = new Set(listOf(wanted).map((value) => value.toLowerCase()));
    return (visit) => values.has(fact(visit).toLowerCase());
  };

const speaks = (wanted: Some<string>): Test => {
  const ranges = listOf(wanted).map((range) => range.toLowerCase());
  return (visit) => {
    const tag = visit.language().toLowerCase();
    return ranges.some((range) => tag === range || tag.startsWith(`${range}-`));
  };
};

const comesFrom = (wanted: Some<string>): Test => {
  const within = withinNetworks(listOf(wanted));
  return (visit) => within(visit.address());
};

const asks = (wanted: Readonly<Record<string, string | true>>): Test => {
  const parameters = Object.entries(wanted);
  return (visit) => {
    const query = visit.query();
    return parameters.every(([name, value]) => (value === true ? query.has(name) : query.has(name, value)));
  };
};

/** By condition, the cheapest test first. */
const TESTS: { readonly [N in keyof RuleConditions]-?: (wanted: NonNullable<RuleConditions[N]>) => Test } = {
  after: (instant) => (visit) => visit.now >= instant,
  before: (instant) => (visit) => visit.now < instant,
  query: asks,
  ip: comesFrom,
  language: speaks,
  device: equals((visit) => visit.device()),
  os: equals((visit) => visit.os()),
  browser: equals((visit) => visit.browser()),
  country: equals((visit) => visit.country()),
};
const NAMES = Object.keys(TESTS) as (keyof RuleConditions)[];
