import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { GO_ENV, goMod } from './go-module';
import { outputOf } from './output-of';

const RUN = join(__dirname, '../samples/run.go.txt');

/** Files of a folder that are not as gofmt leaves them. */
export const unformatted = (folder: string): Promise<string> => outputOf('gofmt', ['-l', '.'], folder);

/**
 * Runs every program of a folder, all in one: each main gets a name of its own, and a failure does not end the others.
 * @returns what each that failed said, by the name of its file, as JSON
 */
export const runGo = async (folder: string, env: NodeJS.ProcessEnv): Promise<string> => {
  writeFileSync(join(folder, 'go.mod'), goMod('samples'));
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.go'))
    .map((file) => basename(file, '.go'));
  const functionOf = (name: string): string => `sample_${name.replaceAll('.', '_')}`;
  for (const name of names) {
    const file = join(folder, `${name}.go`);
    const text = readFileSync(file, 'utf8').replace('func main()', `func ${functionOf(name)}()`);
    writeFileSync(file, text.replaceAll('log.Fatal(', 'log.Panic('));
  }
  const table = names.map((name) => `\t"${name}": ${functionOf(name)},\n`).join('');
  writeFileSync(join(folder, 'table.go'), `package main\n\nvar samples = map[string]func(){\n${table}}\n`);
  writeFileSync(join(folder, 'run.go'), readFileSync(RUN));
  await outputOf('go', ['vet', '.'], folder, GO_ENV);
  return outputOf('go', ['run', '-buildvcs=false', '.'], folder, { ...env, ...GO_ENV });
};
