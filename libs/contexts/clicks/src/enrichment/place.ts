export interface Place {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** English names. A region is the first subdivision of its country. */
  readonly region: string;
  readonly city: string;
  /** AF AN AS EU NA OC SA. */
  readonly continent: string;
}

/** Texts are empty where nothing is known. */
export const NOWHERE: Place = { country: '', region: '', city: '', continent: '' };

export interface Geography {
  /** Where a network (`192.0.2.0/24`) is; undefined when that is not known. */
  locate(network: string): Omit<Place, 'continent'> | undefined;
  /** Continent of a country; empty when there is no such country. */
  continentOf(country: string): string;
}

/**
 * Where a click came from. The CDN in front has seen the whole address and we only its network, so its country wins. A
 * region or city of another country is then dropped. A code that is not a country (`XX`, `T1`) is ignored.
 */
export const placeOf = (geography: Geography, network: string | null, cdnCountry: string | null): Place => {
  const found = network === null ? undefined : geography.locate(network);
  const trusted = cdnCountry !== null && geography.continentOf(cdnCountry) !== '' ? cdnCountry : undefined;
  const country = trusted ?? found?.country;
  if (country === undefined) return NOWHERE;
  const agreed = found?.country === country;
  return {
    country,
    region: agreed ? found.region : '',
    city: agreed ? found.city : '',
    continent: geography.continentOf(country),
  };
};
