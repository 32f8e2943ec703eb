import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { plant, ROOT, runNode } from './tools';

interface Lock {
  readonly packages: Record<
    string,
    { readonly resolved?: string; readonly version?: string; readonly hasInstallScript?: boolean }
  >;
}
interface NestProject {
  readonly sourceRoot: string;
  readonly compilerOptions: { readonly tsConfigPath: string; readonly deleteOutDir: boolean };
}

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const json = <T>(file: string) => JSON.parse(read(file)) as T;
const lock = json<Lock>('package-lock.json');
const nest = json<{ monorepo: boolean; projects: Record<string, NestProject> }>('nest-cli.json');
/** Bundled, and not built by Nest. */
const PAGE = 'dashboard';
const apps = readdirSync(join(ROOT, 'apps'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== PAGE)
  .map(({ name }) => name);

describe('package-lock.json', () => {
  const COMPLETE_LOCK = '.scripts/complete-lock.mjs';

  it('has an entry for every optional package of every platform', async () => {
    expect(await runNode(COMPLETE_LOCK, ['--check'])).toMatchObject({ code: 0, stdout: '' });
  });

  it('is completed by the script when a platform is missing', async () => {
    const lost = 'node_modules/@swc/core-linux-arm64-musl';
    const { [lost]: entry, ...others } = lock.packages;
    const { folder, remove } = plant({ 'package-lock.json': JSON.stringify({ ...lock, packages: others }) });
    const file = join(folder, 'package-lock.json');
    try {
      expect(await runNode(COMPLETE_LOCK, ['--check', file])).toMatchObject({
        code: 1,
        stdout: expect.stringContaining('@swc/core-linux-arm64-musl') as string,
      });
      await runNode(COMPLETE_LOCK, [file]);
      const completed = JSON.parse(readFileSync(file, 'utf8')) as Lock;
      expect(Object.keys(completed.packages)).toEqual(Object.keys(lock.packages));
      expect(completed.packages[lost]).toEqual({
        version: entry?.version,
        cpu: ['arm64'],
        libc: ['musl'],
        optional: true,
        os: ['linux'],
      });
    } finally {
      remove();
    }
  });

  it('names no registry, so that the configured one is used', () => {
    expect(Object.entries(lock.packages).filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
    expect(read('.npmrc')).toMatch(/^omit-lockfile-registry-resolved=true$/m);
    expect(read('.npmrc')).not.toMatch(/registry\s*=|_auth/);
  });

  it('decides about every install script', () => {
    const answered = Object.keys(json<{ allowScripts: Record<string, boolean> }>('package.json').allowScripts);
    const asking = Object.entries(lock.packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([key]) => key.split('node_modules/').at(-1));
    expect(asking.filter((name) => !answered.includes(name ?? ''))).toEqual([]);
  });
});

describe('nest-cli.json', () => {
  it('has a project for every app', () => {
    expect(nest.monorepo).toBe(true);
    expect(Object.keys(nest.projects).sort()).toEqual([...apps].sort());
  });

  it.each(Object.entries(nest.projects))('builds %s into the shared dist/ without emptying it', (name, project) => {
    expect(project.sourceRoot).toBe(`apps/${name}/src`);
    expect(project.compilerOptions.deleteOutDir).toBe(false);
    const { compilerOptions } = json<{ compilerOptions: Record<string, string> }>(project.compilerOptions.tsConfigPath);
    expect(compilerOptions).toEqual({ rootDir: '../..', outDir: '../../dist' });
  });
});

describe('prepare', () => {
  it('says in one sentence that Node is too old', async () => {
    const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.18.3' } });`;
    const { folder, remove } = plant({ 'old-node.cjs': pretend });
    try {
      const old = spawn(process.execPath, ['-r', join(folder, 'old-node.cjs'), '.scripts/prepare.mjs'], { cwd: ROOT });
      let said = '';
      old.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
      expect(await once(old, 'close')).toEqual([1, null]);
      expect(said).toMatch(/^Waymark needs Node 20\.19 or later, .* This is 20\.18\.3, .*\n$/);
    } finally {
      remove();
    }
  });
});

describe('the lock of prepare', () => {
  /** Above every pid of a system. */
  const DEAD = 2 ** 22 + 1;
  /** Notes when its work begins and ends; in between it lets the others try. */
  const worker = (file: string, log: string) => `
    import { appendFileSync } from 'node:fs';
    import { exclusively } from ${JSON.stringify(join(ROOT, '.scripts', 'exclusively.mjs'))};
    await exclusively(${JSON.stringify(file)}, async () => {
      appendFileSync(${JSON.stringify(log)}, 'begin ');
      await new Promise((resolve) => setTimeout(resolve, 100));
      appendFileSync(${JSON.stringify(log)}, 'end ');
    });`;

  it('admits one process at a time, and removes the lock of a dead process', async () => {
    const { folder, remove } = plant({ 'a.lock': `${hostname()} ${DEAD}\n` });
    const [lockFile, log, script] = [join(folder, 'a.lock'), join(folder, 'log'), join(folder, 'worker.mjs')];
    try {
      writeFileSync(script, worker(lockFile, log));
      const ran = await Promise.all([1, 2, 3, 4].map(() => runNode(script, [])));
      expect(ran.map(({ code, stderr }) => ({ code, stderr }))).toEqual(Array(4).fill({ code: 0, stderr: '' }));
      expect(readFileSync(log, 'utf8')).toBe('begin end '.repeat(4));
      expect(existsSync(lockFile)).toBe(false);
    } finally {
      remove();
    }
  });
});

describe('prepare', () => {
  /** A tree whose builds note the process that makes them, and whose program notes its own when the tree is ready. */
  const plantTree = (builder: string) => {
    const tree = plant({
      'package-lock.json': '{"packages":{}}',
      'node_modules/.package-lock.json': '{"packages":{}}',
      'dist/apps/dashboard/.keep': '',
      '.scripts/compiling.cjs': '',
      '.scripts/world.mjs': '',
      'libs/clients/openapi.json': '{}',
      '.scripts/build.mjs': builder,
      '.scripts/build-dashboard.mjs': "export const buildDashboard = () => console.error('dashboard', process.pid);",
      'program.mjs': `
        import { prepareOrExit } from './.scripts/prepare.mjs';
        await prepareOrExit();
        console.log('ready', process.pid);`,
    });
    for (const name of ['prepare', 'exclusively', 'sources', 'start'])
      cpSync(join(ROOT, '.scripts', `${name}.mjs`), join(tree.folder, '.scripts', `${name}.mjs`));
    return { ...tree, program: join(tree.folder, 'program.mjs') };
  };

  it('builds in a process of its own, whose memory goes with it, and not again', async () => {
    const { program, remove } = plantTree("export const build = () => console.error('built', process.pid);");
    try {
      const { code, stdout, stderr } = await runNode(program, []);
      const [, builder] = /^built (\d+)\ndashboard \1\n$/.exec(stderr) ?? [];
      expect({ code, stdout, builder }).toEqual({
        code: 0,
        stdout: expect.stringMatching(/^ready \d+\n$/) as string,
        builder: expect.any(String) as string,
      });
      expect(stdout).not.toBe(`ready ${builder}\n`);
      expect(await runNode(program, [])).toMatchObject({ code: 0, stderr: '' });
    } finally {
      remove();
    }
  });

  it('builds nothing while a product runs from the tree, which may start again and be used where nothing changed', async () => {
    const { folder, program, remove } = plantTree("export const build = () => console.error('built');");
    const start = () =>
      spawn(process.execPath, [join(folder, '.scripts', 'start.mjs')], { stdio: ['ignore', 'pipe', 'ignore'] });
    const products: ChildProcess[] = [];
    try {
      const main = join(folder, 'dist/apps/standalone/src/main.js');
      mkdirSync(dirname(main), { recursive: true });
      writeFileSync(main, "console.log('ready'); setInterval(() => undefined, 1_000);");
      for (let n = 0; n < 2; n++) {
        const product = start();
        products.push(product);
        await once(product.stdout, 'data');
      }
      expect(await runNode(program, [])).toMatchObject({ code: 0, stderr: '' });

      mkdirSync(join(folder, 'apps'));
      writeFileSync(join(folder, 'apps/new.ts'), '');
      const refused =
        /^The sources have to be compiled, but a product runs from this folder \(pid \d+\): stop it, or work on a copy\.\n$/;
      for (const product of products) {
        expect(await runNode(program, [])).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(refused) });
        product.kill('SIGKILL');
        await once(product, 'exit');
      }
      expect(await runNode(program, [])).toMatchObject({ code: 0, stderr: 'built\n' });
    } finally {
      for (const product of products) product.kill('SIGKILL');
      remove();
    }
  });

  it('ends with the message of a build that fails, and starts nothing', async () => {
    const { program, remove } = plantTree("export const build = () => { throw new Error('a.ts does not compile'); };");
    try {
      expect(await runNode(program, [])).toEqual({ code: 1, stdout: '', stderr: 'a.ts does not compile\n' });
    } finally {
      remove();
    }
  });

  it('ends by a SIGTERM in the middle of a build, and so does the build', async () => {
    const { folder, program, remove } = plantTree(`
      export const build = () => {
        console.error('building', process.pid);
        return new Promise((resolve) => setTimeout(resolve, 120_000));
      };`);
    const child = spawn(process.execPath, [program], { cwd: folder, stdio: ['ignore', 'inherit', 'pipe'] });
    try {
      const [said] = (await once(child.stderr, 'data')) as [Buffer];
      child.kill('SIGTERM');
      expect(await once(child, 'exit')).toEqual([null, 'SIGTERM']);
      expect(() => process.kill(Number(/building (\d+)/.exec(String(said))?.[1]), 0)).toThrow('ESRCH');
    } finally {
      child.stderr.destroy();
      remove();
    }
  });
});

describe('npm start', () => {
  it('passes a SIGTERM on to the application and waits until it has drained', async () => {
    const { start } = json<{ scripts: { start: string } }>('package.json').scripts;
    const { folder, remove } = plant({
      'package.json': JSON.stringify({ scripts: { start } }),
      '.scripts/start.mjs': `
        import { appendFileSync } from 'node:fs';
        process.on('SIGTERM', () => setTimeout(() => { appendFileSync('log', 'drained'); process.exit(); }, 200));
        setTimeout(() => process.exit(1), 120_000);
        appendFileSync('log', 'ready ');
        console.log(process.pid);`,
    });
    const npm = spawn('npm', ['start', '--silent'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
    const [pid] = (await once(npm.stdout, 'data')) as [Buffer];
    try {
      npm.kill('SIGTERM');
      await once(npm, 'exit');
      expect(readFileSync(join(folder, 'log'), 'utf8')).toBe('ready drained');
      expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH');
    } finally {
      npm.stdout.destroy();
      remove();
    }
  });
});
