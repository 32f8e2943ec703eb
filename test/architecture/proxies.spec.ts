import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './tools';

const page = readFileSync(join(ROOT, 'docs/domains.md'), 'utf8');
const [, nginx = ''] = /```nginx\n(.*?)```/s.exec(page) ?? [];

describe('the proxies of docs/domains.md', () => {
  it('nginx asks by HTTP/1.1, in which an answer that is cut has no end', () => {
    const locations = [...nginx.matchAll(/location [^{]*\{[^}]*proxy_pass[^}]*\}/g)].map(([text]) => text);
    expect(locations).not.toEqual([]);
    for (const location of locations)
      expect(location).toMatch(/^ *proxy_http_version 1\.1;\n *proxy_set_header Connection "";$/m);
  });
});
