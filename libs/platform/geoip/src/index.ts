export type { City } from './city';
export { databaseProblem } from './database';
export { type GeoIp, openGeoIp, type OpenGeoIp } from './geoip';
