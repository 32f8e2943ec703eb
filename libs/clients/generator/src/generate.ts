import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Document } from './document';
import type { Emitter } from './emitter';
import { readDocument } from './read-document';

/**
 * Writes what is generated of all libraries.
 * @param clients the folder `libs/clients`, with `openapi.json`
 * @param check whether files are compared only
 * @returns the files that differed, or that are not generated any more, relative to `clients`
 */
export const generate = async (clients: string, emitters: readonly Emitter[], check: boolean): Promise<string[]> => {
  const document = JSON.parse(await readFile(join(clients, 'openapi.json'), 'utf8')) as Document;
  const api = readDocument(document);
  const differing: string[] = [];
  for (const { directory, generated, emit } of emitters) {
    const root = join(clients, directory);
    const files = await emit(api);
    for (const [path, text] of files) {
      const file = join(root, path);
      if (existsSync(file) && (await readFile(file, 'utf8')) === text) continue;
      differing.push(relative(clients, file));
      if (check) continue;
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }
    for (const file of generated.flatMap((folder) => filesIn(join(root, folder)))) {
      if (files.has(relative(root, file))) continue;
      differing.push(relative(clients, file));
      if (!check) await rm(file);
    }
  }
  return differing;
};

const filesIn = (folder: string): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
    : [];
