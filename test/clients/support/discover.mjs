// Finds the drivers and plants the faults that they name, each into a copy of its library. Prints one line of JSON, and
// keeps what it made until its input ends.
import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const clients = join(dirname(fileURLToPath(import.meta.url)), '..');
const libraries = join(clients, '../../libs/clients');
const folder = await mkdtemp(join(tmpdir(), 'waymark-clients-'));
const wanted = (process.env.CLIENTS ?? '').split(',').filter(Boolean);
const OF_NO_INTEREST = ['node_modules', 'dist', 'vendor', '__pycache__', '.venv'];

const planted = async (language, driver, library, { name, file, from, to, caughtBy }, index) => {
  const copy = join(folder, `${language}-${index}`);
  await cp(library, copy, {
    recursive: true,
    filter: (path) => !OF_NO_INTEREST.some((one) => relative(library, path).split('/').includes(one)),
  });
  const text = await readFile(join(copy, file), 'utf8');
  const places = text.split(from).length - 1;
  if (places !== 1) throw new Error(`'${name}': what it replaces stands ${places} times in ${file}, not once`);
  await writeFile(
    join(copy, file),
    text.replace(from, () => to),
  );
  const { command, env = {}, skipped } = await driver.available({ library: copy });
  if (skipped) throw new Error(`'${name}': ${skipped}`);
  return { name, caughtBy, command, env };
};

const found = [];
for (const language of (await readdir(join(clients, 'drivers'))).sort()) {
  if (wanted.length > 0 && !wanted.includes(language)) continue;
  const driver = await import(pathToFileURL(join(clients, 'drivers', language, 'driver.mjs')).href);
  const library = join(libraries, driver.library ?? language);
  const { command = [], env = {}, skipped } = await driver.available({ library });
  const faults = [];
  for (const [index, fault] of (driver.faults ?? []).entries())
    faults.push(skipped ? fault : await planted(language, driver, library, fault, index));
  found.push({ language, command, env, skipped, faults });
}
process.stdout.write(`${JSON.stringify(found)}\n`);

for await (const _ of process.stdin);
await rm(folder, { recursive: true, force: true });
