/** The attribution that the licence of the geography data requires wherever places are returned. */
export const ATTRIBUTION = 'Places are found by [IP Geolocation by DB-IP](https://db-ip.com), CC BY 4.0.';
