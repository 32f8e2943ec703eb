import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { COUNTRY_HEADERS } from './cdn-country';

const page = readFileSync(join(__dirname, '..', '..', '..', 'docs', 'domains.md'), 'utf8');
const configurations = [...page.matchAll(/```\w*\n(.*?)```/gs)].map(([, text = '']) => text.toLowerCase());

describe('the proxies of docs/domains.md', () => {
  it.each([
    ['Caddy', 'on_demand_tls', (header: string) => `header_up -${header}\n`],
    ['nginx', 'proxy_pass', (header: string) => `proxy_set_header ${header} "";\n`],
  ])('remove every header from which a country would be believed: %s', (_, word, removal) => {
    const configuration = configurations.find((text) => text.includes(word)) ?? '';
    expect(COUNTRY_HEADERS.filter((header) => !configuration.includes(removal(header)))).toEqual([]);
  });
});
