import { join } from 'node:path';

/** The document of deep links that the products of the API specs serve on their own hosts. */
export const ASSETLINKS = join(__dirname, '../fixtures/assetlinks.json');
