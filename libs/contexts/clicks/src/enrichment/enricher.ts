import { BoundedMap } from '@kernel';
import { type Agent, describeAgent } from './agent';
import { firstLanguage } from './language';
import { type Geography, type Place, placeOf } from './place';
import { describeReferrer, type Referrer } from './referrer';

/** Raise it with every change of what is found out from a click, also with a new version of the ua-parser-js package. */
export const ENRICHMENT_RULES = 1;

/** Finds out what a click tells beyond its record. What it has found out it remembers, for clicks resemble each other. */
export interface Enricher {
  agent(agent: string): Agent;
  language(acceptLanguage: string): string;
  referrer(referer: string): Referrer;
  place(network: string | null, cdnCountry: string | null): Place;
}

/** Characters of each kind that are remembered, up to twice as many: 16 MB in all where each value is new. */
const REMEMBERED = 2_000_000;

export const createEnricher = (geography: Geography): Enricher => {
  const agents = new BoundedMap<Agent>(REMEMBERED);
  const languages = new BoundedMap<string>(REMEMBERED);
  const referrers = new BoundedMap<Referrer>(REMEMBERED);
  const places = new BoundedMap<{ readonly told: string | null; readonly place: Place }>(REMEMBERED);
  return {
    agent: (agent) => agents.get(agent) ?? kept(agents, agent, describeAgent(agent)),
    language: (accepted) => languages.get(accepted) ?? kept(languages, accepted, firstLanguage(accepted)),
    referrer: (referer) => referrers.get(referer) ?? kept(referrers, referer, describeReferrer(referer)),
    place: (network, cdnCountry) => {
      // By the network alone, since a text that is put together costs more than finding it; a CDN tells one country of a network.
      const known = places.get(network ?? '');
      if (known?.told === cdnCountry) return known.place;
      return kept(places, network ?? '', { told: cdnCountry, place: placeOf(geography, network, cdnCountry) }).place;
    },
  };
};

const kept = <V>(map: BoundedMap<V>, key: string, value: V): V => {
  map.set(key, value);
  return value;
};
