import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from './generate';
import { phpEmitter } from './php/php.emitter';

const CLIENTS = join(__dirname, '../..');

describe('the generated parts of the client libraries', () => {
  it('are as the generator writes them', () => {
    // A process of its own, for Prettier loads its parts in a way that jest does not know.
    const program = ['-r', join(CLIENTS, '../../test/support/typescript.cjs'), join(__dirname, 'main.ts'), '--check'];
    const { status, stdout, stderr } = spawnSync(process.execPath, program);
    expect([status, String(stdout), String(stderr)]).toEqual([0, '', '']);
  });

  it('are found where they differ, and written where they may be', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'waymark-generate-'));
    try {
      const php = [phpEmitter];
      cpSync(join(CLIENTS, 'openapi.json'), join(folder, 'openapi.json'));
      const written = await generate(folder, php, false);
      expect(written).toContain('php/src/Model/Link.php');
      writeFileSync(join(folder, 'php/src/Model/Link.php'), '');
      writeFileSync(join(folder, 'php/src/Model/Former.php'), '');
      const differing = ['php/src/Model/Former.php', 'php/src/Model/Link.php'];
      expect((await generate(folder, php, true)).toSorted()).toEqual(differing);
      expect((await generate(folder, php, false)).toSorted()).toEqual(differing);
      expect(await generate(folder, php, true)).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
