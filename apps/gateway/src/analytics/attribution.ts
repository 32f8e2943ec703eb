/** What the licence of the geography's data asks for, wherever places are shown. */
export const ATTRIBUTION = 'Places are found by [IP Geolocation by DB-IP](https://db-ip.com), CC BY 4.0.';
