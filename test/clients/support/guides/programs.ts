import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { GO_ENV, goMod } from '../go-module';
import { installForPhp } from '../php-autoload';
import type { Language as Driven } from '../under-test';
import type { Block, Language } from './page';

const ROOT = join(__dirname, '../../../..');
const TYPESCRIPT = join(ROOT, 'libs/clients/typescript');
const run = promisify(execFile);

/** A block of a guide with a name of its own. */
export interface Snippet {
  readonly name: string;
  readonly block: Block;
}

/** Makes programs of snippets, in a folder; `command` is the line of a shell that runs one. */
export interface Compiler {
  compile(snippets: readonly Snippet[]): Promise<void>;
  command(snippet: Snippet): string;
}

/** The languages but `sh`, by the drivers that were found. */
export const compilers = (
  folder: string,
  driverOf: (language: string) => Driven,
): Readonly<Record<Exclude<Language, 'sh'>, Compiler>> => ({
  ts: typescript(folder),
  python: python(folder, driverOf('python')),
  go: go(folder),
  php: php(folder),
});

/** What the quickstart says of all snippets: the client is there, unless they make it themselves. */
const withClient = (text: string, made: RegExp, client: string): string => (made.test(text) ? text : client + text);

/** The package as it is published, and the command `waymark`. */
export const installForNode = async (folder: string): Promise<void> => {
  const place = join(folder, 'node_modules/@waymark/client');
  mkdirSync(place, { recursive: true });
  cpSync(join(TYPESCRIPT, 'package.json'), join(place, 'package.json'));
  await run(process.execPath, [join(TYPESCRIPT, 'build.mjs'), join(place, 'dist')]);
  const bin = join(folder, 'node_modules/.bin');
  mkdirSync(bin);
  symlinkSync('../@waymark/client/dist/cjs/command/main.js', join(bin, 'waymark'));
  await run('chmod', ['+x', join(bin, 'waymark')]);
};

/** Compiled by tsc, which checks their types as well. */
const typescript = (folder: string): Compiler => ({
  compile: async (snippets) => {
    const client = "import { Waymark } from '@waymark/client';\nconst waymark = new Waymark();\n";
    for (const { name, block } of snippets)
      writeFileSync(join(folder, `${name}.mts`), withClient(block.text, /new Waymark\(/, client));
    const compilerOptions = { strict: true, target: 'ES2022', module: 'NodeNext', types: ['node'], skipLibCheck: true };
    const files = snippets.map(({ name }) => `${name}.mts`);
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    await withOutput(run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', folder]));
  },
  command: ({ name }) => `'${process.execPath}' '${join(folder, `${name}.mjs`)}'`,
});

const python = (folder: string, { command: [interpreter = ''], env }: Driven) => ({
  compile: async (snippets: readonly Snippet[]) => {
    const client = 'from waymark import Waymark\nwaymark = Waymark()\n';
    for (const { name, block } of snippets)
      writeFileSync(join(folder, `${name}.py`), withClient(block.text, /Waymark\(\)/, client));
    return Promise.resolve();
  },
  command: ({ name }: Snippet) => {
    const path = `PYTHONPATH='${env['PYTHONPATH'] ?? ''}' PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1`;
    return `${path} '${interpreter}' '${join(folder, `${name}.py`)}'`;
  },
});

const php = (folder: string): Compiler => ({
  compile: async (snippets) => {
    installForPhp(folder);
    const client = "<?php\nrequire 'vendor/autoload.php';\nuse Waymark\\Waymark;\n$waymark = new Waymark();\n";
    for (const { name, block } of snippets)
      writeFileSync(join(folder, `${name}.php`), withClient(block.text, /^<\?php/, client));
    return Promise.resolve();
  },
  command: ({ name, block }) => {
    const file = join(folder, `${name}.php`);
    const php = 'php -d error_reporting=-1 -d display_errors=stderr';
    // What a web server runs is run by PHP's own.
    return block.background ? `${php} -S "127.0.0.1:$LOCAL_PORT" '${file}'` : `${php} '${file}'`;
  },
});

/** The packages that a Go snippet names: nobody likes to read imports. */
const PACKAGES = ['context', 'errors', 'fmt', 'io', 'log', 'net/http', 'os', 'time', 'waymark.example/waymark'];
const importsOf = (text: string): string =>
  PACKAGES.filter((path) => path === 'context' || new RegExp(`\\b${path.split('/').at(-1)}\\.`).test(text))
    .map((path) => `import "${path}"\n`)
    .join('');
const goName = (name: string): string => `snippet_${name.replace(/\W/g, '_')}`;
const isProgram = ({ block }: Snippet): boolean => block.text.startsWith('package main');

const go = (folder: string): Compiler => {
  const module = join(folder, 'guides');
  return {
    compile: async (snippets) => {
      mkdirSync(module);
      writeFileSync(join(module, 'go.mod'), goMod('guides'));
      for (const snippet of snippets) {
        const place = isProgram(snippet) ? join(module, snippet.name) : module;
        mkdirSync(place, { recursive: true });
        const text = snippet.block.text;
        writeFileSync(
          join(place, `${goName(snippet.name)}.go`),
          isProgram(snippet) ? text : goFile(snippet.name, text),
        );
      }
      writeFileSync(join(module, 'main.go'), goMain(snippets.filter((snippet) => !isProgram(snippet))));
      const env = { ...process.env, ...GO_ENV };
      const bin = `${join(folder, 'bin')}/`;
      await withOutput(run('go', ['build', '-buildvcs=false', '-o', bin, './...'], { cwd: module, env }));
    },
    command: (snippet) => {
      const program = join(folder, 'bin', isProgram(snippet) ? snippet.name : 'guides');
      return `'${program}' ${snippet.name}`;
    },
  };
};

const goFile = (name: string, text: string): string =>
  `package main\n\n${importsOf(`${text} waymark.`)}\n` +
  `func ${goName(name)}(ctx context.Context, client *waymark.Client) error {\n${text}\nreturn nil\n}\n`;

const goMain = (snippets: readonly Snippet[]): string => `package main

import (
	"context"
	"log"
	"os"

	"waymark.example/waymark"
)

func main() {
	snippets := map[string]func(context.Context, *waymark.Client) error{
${snippets.map(({ name }) => `		"${name}": ${goName(name)},`).join('\n')}
	}
	client, err := waymark.New()
	if err == nil {
		err = snippets[os.Args[1]](context.Background(), client)
	}
	if err != nil {
		log.Fatal(err)
	}
}
`;

/** A compiler says on its outputs what is wrong. */
const withOutput = async (compiled: Promise<unknown>): Promise<void> => {
  await compiled.catch((error: Error & { stdout?: string; stderr?: string }) => {
    throw new Error(`${error.stdout ?? ''}${error.stderr ?? ''}` || error.message, { cause: error });
  });
};
