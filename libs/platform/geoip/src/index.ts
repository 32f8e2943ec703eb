export type { City } from './city';
export { databaseProblem } from './database';
export { type GeoIp, isCountry, openGeoIp, type OpenGeoIp } from './geoip';
