import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, runNode } from './tools';

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}
interface Bom {
  readonly bomFormat: string;
  readonly components: readonly {
    readonly name: string;
    readonly version: string;
    readonly scope: string;
    readonly purl: string;
    readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
    readonly licenses?: readonly unknown[];
  }[];
}

describe('the bill of materials', () => {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest;
  let bom: Bom;

  beforeAll(async () => {
    // As docs/SECURITY.md has it.
    const [, script = ''] = /^node (\S+) >/m.exec(readFileSync(join(ROOT, 'docs', 'SECURITY.md'), 'utf8')) ?? [];
    bom = JSON.parse((await runNode(script, [])).stdout) as Bom;
  });

  it('lists what the image has, and nothing of development alone', () => {
    expect(bom.bomFormat).toBe('CycloneDX');
    const listed = new Map(bom.components.map(({ name, version }) => [name, version]));
    const { dependencies, optionalDependencies, devDependencies } = manifest;
    for (const [name, version] of Object.entries({ ...dependencies, ...optionalDependencies }))
      expect([name, listed.get(name)]).toEqual([name, version]);
    for (const name of ['jest', 'typescript', 'eslint', 'vite']) {
      expect(devDependencies).toHaveProperty(name);
      expect(listed.has(name)).toBe(false);
    }
    expect([...listed.keys()].filter((name) => /darwin|win32|musl/.test(name))).toEqual([]);
  });

  it('has version, hash and licence of each required package', () => {
    const required = bom.components.filter(({ scope }) => scope === 'required');
    expect(required.length).toBeGreaterThan(100);
    expect(required.filter(({ licenses = [], hashes = [] }) => licenses.length === 0 || hashes.length === 0)).toEqual(
      [],
    );
    const fastify = bom.components.find(({ name }) => name === 'fastify');
    expect(fastify?.purl).toBe(`pkg:npm/fastify@${manifest.dependencies['fastify']}`);
    expect(fastify?.hashes).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) as string }]);
  });
});
