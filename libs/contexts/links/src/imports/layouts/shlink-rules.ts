import type { Problem } from '@kernel';
import { jsonOf, problemIf, recordOf, textOf } from '../values';

type Conditions = Readonly<Record<string, unknown>>;

interface ImportedRule {
  readonly if: Conditions;
  readonly destination_url: unknown;
}

/** By the devices of Shlink. Some browsers on Linux name the distribution. */
const DEVICES: ReadonlyMap<string, Conditions> = new Map([
  ['android', { os: 'Android' }],
  ['ios', { os: 'iOS' }],
  ['mobile', { device: ['mobile', 'tablet'] }],
  ['windows', { os: 'Windows' }],
  ['macos', { os: 'macOS' }],
  ['linux', { os: ['Linux', 'Ubuntu', 'Debian', 'Fedora'] }],
  ['chromeos', { os: 'ChromeOS' }],
  ['desktop', { device: 'desktop' }],
]);

/** `11.22.*.*` is a network of 16 bits. */
const networkOf = (pattern: string): string => {
  const [, start = '', stars = ''] = /^((?:\d{1,3}\.){1,3})((?:\*\.){0,2}\*)$/.exec(pattern) ?? [];
  const count = stars.split('.').length;
  return stars === '' ? pattern : `${start}${stars.replaceAll('*', '0')}/${32 - 8 * count}`;
};

/** By the type of a condition of Shlink, what a rule asks. */
const CONDITIONS: ReadonlyMap<string, (value: string, key: string) => Conditions> = new Map<
  string,
  (value: string, key: string) => Conditions
>([
  ['device', (value) => DEVICES.get(value.toLowerCase()) ?? { device: value }],
  ['language', (value) => ({ language: value.replaceAll('_', '-') })],
  ['query-param', (value, key) => ({ query: { [key]: value } })],
  ['any-value-query-param', (value, key) => ({ query: { [key || value]: true } })],
  ['valueless-query-param', (value, key) => ({ query: { [key || value]: '' } })],
  ['ip-address', (value) => ({ ip: networkOf(value) })],
  ['geolocation-country-code', (value) => ({ country: value })],
  ['browser', (value) => ({ browser: value.replaceAll('_', ' ') })],
  ['before-date', (value) => ({ before: value })],
  ['after-date', (value) => ({ after: value })],
]);

/** The rules of `redirectRules` in their order, and what no rule of ours can have. */
export const rulesOfShlink = (
  value: unknown,
): { readonly rules: readonly ImportedRule[]; readonly problems: readonly Problem[] } => {
  const list = jsonOf(value);
  const rows = (Array.isArray(list) ? list : []).map(recordOf).sort((a, b) => priorityOf(a) - priorityOf(b));
  const found = rows.map((row) => ({ row, ...conditionsOf(row['conditions']) }));
  const unknown = new Set(found.flatMap((rule) => rule.unknown));
  return {
    rules: found.map(({ row, merged }) => ({ if: merged, destination_url: row['longUrl'] })),
    problems: [
      ...problemIf(unknown.size > 0, 'redirectRules', `has conditions that no rule here can have: ${listed(unknown)}`),
      ...problemIf(
        found.some(({ isExact }) => !isExact),
        'redirectRules',
        'has a rule with two conditions of one kind: a rule here has one of each',
      ),
    ],
  };
};

/** What `deviceLongUrls` of Shlink 3.5 to 3.7 says. */
export const rulesOfDevices = (value: unknown): readonly ImportedRule[] =>
  Object.entries(recordOf(value)).flatMap(([device, url]) => {
    const conditions = DEVICES.get(device);
    return conditions && textOf(url) !== undefined ? [{ if: conditions, destination_url: url }] : [];
  });

const listed = (names: ReadonlySet<string>): string => [...names].slice(0, 5).join(', ');

const priorityOf = (rule: Readonly<Record<string, unknown>>): number => Number(textOf(rule['priority'])) || 0;

interface Asked {
  readonly name: string;
  /** Absent where no rule here can have it. */
  readonly condition?: Conditions;
}

/** No object of ours has a member of this name: a rule would lose the condition, and be one for more visits. */
const isUnsafe = ({ query = {} }: Conditions): boolean => Object.hasOwn(query as object, '__proto__');

/** Each condition asks one thing: where fewer are asked, two were of one kind. */
const conditionsOf = (value: unknown) => {
  const list = (Array.isArray(value) ? value : []).map(recordOf);
  const asked = list.map(({ type, matchValue, matchKey }): Asked => {
    const name = textOf(type) ?? 'one without a type';
    const condition = CONDITIONS.get(name)?.(textOf(matchValue) ?? '', textOf(matchKey) ?? '');
    return condition && isUnsafe(condition) ? { name: `${name} of __proto__` } : { name, condition };
  });
  const known = asked.flatMap(({ condition }) => (condition ? [condition] : []));
  const query = Object.assign({}, ...known.map((one) => one['query'] ?? {})) as Conditions;
  const others = Object.assign({}, ...known) as Conditions;
  const merged = 'query' in others ? { ...others, query } : others;
  const count = Object.keys(others).length + Math.max(0, Object.keys(query).length - 1);
  return {
    merged,
    unknown: asked.flatMap(({ name, condition }) => (condition ? [] : [name])),
    isExact: count === known.length,
  };
};
