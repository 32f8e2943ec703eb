import { BoundedMap } from '@kernel';
import { type Agent, describeAgent } from './agent';
import { firstLanguage } from './language';
import { type Geography, type Place, placeOf } from './place';
import { describeReferrer, type Referrer } from './referrer';

/** Raise it with every change of what enrichment derives, also with a new version of the ua-parser-js package. */
export const ENRICHMENT_RULES = 1;

/** Derives more fields from a click's record. It caches them, because clicks resemble each other. */
export interface Enricher {
  agent(agent: string): Agent;
  language(acceptLanguage: string): string;
  referrer(referer: string): Referrer;
  place(network: string | null, cdnCountry: string | null): Place;
}

/** Characters cached for each kind, up to twice as many: 16 MB in all where each value is new. */
const REMEMBERED = 2_000_000;

export const createEnricher = (geography: Geography): Enricher => {
  const agents = new BoundedMap<Agent>(REMEMBERED);
  const languages = new BoundedMap<string>(REMEMBERED);
  const referrers = new BoundedMap<Referrer>(REMEMBERED);
  const places = new BoundedMap<{ readonly cdnCountry: string | null; readonly place: Place }>(REMEMBERED);
  return {
    agent: (agent) => agents.get(agent) ?? kept(agents, agent, describeAgent(agent)),
    language: (accepted) => languages.get(accepted) ?? kept(languages, accepted, firstLanguage(accepted)),
    referrer: (referer) => referrers.get(referer) ?? kept(referrers, referer, describeReferrer(referer)),
    place: (network, cdnCountry) => {
      // The key is the network alone: joining texts costs more than the look-up. A CDN names one country for a network.
      const known = places.get(network ?? '');
      if (known?.cdnCountry === cdnCountry) return known.place;
      return kept(places, network ?? '', { cdnCountry, place: placeOf(geography, network, cdnCountry) }).place;
    },
  };
};

const kept = <V>(map: BoundedMap<V>, key: string, value: V): V => {
  map.set(key, value);
  return value;
};
