// Bundles apps/dashboard to dist/apps/dashboard/site with Vite, with a br and a gz file beside each file that gets
// smaller, and writes the types and calls of the API and the map for it. Types are checked by `npm run check`, not here.
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { root } from './sources.mjs';

/** In the compiled tree. */
export const DASHBOARD = join('apps', 'dashboard');

const source = join(root, DASHBOARD);
const out = join(root, 'dist', DASHBOARD, 'site');

const document = join(root, 'libs', 'clients', 'openapi.json');

const write = async (path, text) => {
  const file = join(source, 'src', path);
  if (!existsSync(file) || (await readFile(file, 'utf8')) !== text) await writeFile(file, text);
};

/** The document of the API as types, beside the client that needs them. */
async function writeTypes() {
  const { default: openapiTS, astToString } = await import('openapi-typescript');
  await write('api/openapi.d.ts', astToString(await openapiTS(pathToFileURL(document), { silent: true })));
}

/** What of each operation it takes to write a call of it. */
async function writeOperations() {
  const { paths, components } = JSON.parse(await readFile(document, 'utf8'));
  const named = ({ $ref, ...own }) => ($ref ? components.parameters[$ref.split('/').at(-1)] : own);
  const operations = Object.entries(paths).flatMap(([path, { parameters: shared = [], ...methods }]) =>
    Object.entries(methods).map(([method, { operationId, parameters = [], 'x-required-scope': scope }]) => {
      const query = [...shared, ...parameters].map(named).filter((parameter) => parameter.in === 'query');
      const of = (...types) => query.filter(({ schema }) => types.includes(schema.type)).map(({ name }) => name);
      return {
        id: operationId,
        method: method.toUpperCase(),
        path,
        scope,
        paged: query.some(({ name }) => name === 'page'),
        lists: of('array'),
        literals: of('integer', 'boolean'),
      };
    }),
  );
  await write('api/operations.json', JSON.stringify(operations));
}

/** What of the API it takes to write a call of it in Go, by the generator of the client libraries. */
async function writeCalls() {
  const { runnerImport } = await import('vite');
  const reader = join(root, 'libs', 'clients', 'generator', 'src', 'samples', 'bare.ts');
  const { module } = await runnerImport(reader, { configFile: false, root, logLevel: 'warn' });
  await write('api/calls.json', JSON.stringify(module.bareApiOf(JSON.parse(await readFile(document, 'utf8')))));
}

/** The shapes of the map. */
async function writeWorld() {
  const { world } = await import('./world.mjs');
  await write('screens/analytics/world.json', JSON.stringify(world()));
}

const encoders = [
  ['.br', (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })],
  ['.gz', (bytes) => promisify(gzip)(bytes, { level: 9 })],
];

async function compress(file) {
  const bytes = await readFile(file);
  for (const [suffix, encode] of encoders) {
    const smaller = await encode(bytes);
    if (smaller.length < bytes.length * 0.9) await writeFile(file + suffix, smaller);
  }
}

/** A suite that builds what is stale runs as `test`, by which React would be bundled as for development. */
async function inProduction(work) {
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    await work();
  } finally {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  }
}

/** Bundles beside the last build and swaps at the end. Gives the number of files. */
export async function buildDashboard() {
  const next = join(root, '.cache', 'dashboard-next');
  await rm(next, { recursive: true, force: true });
  const { build } = await import('vite');
  await Promise.all([writeOperations(), writeCalls(), writeWorld()]);
  const bundle = () =>
    build({ configFile: join(source, 'vite.config.mjs'), logLevel: 'warn', build: { outDir: next } });
  await Promise.all([writeTypes(), inProduction(bundle)]);
  const entries = await readdir(next, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(files.map(compress));
  await rm(out, { recursive: true, force: true });
  await mkdir(join(out, '..'), { recursive: true });
  await rename(next, out);
  return files.length;
}
