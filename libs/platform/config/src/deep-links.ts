import { resolve } from 'node:path';
import { parseJson } from '@kernel';
import type { Config, Variables } from './schema';
import { readProblemOf, readTextFile } from './text-file';

/** As much as a domain of a workspace may have. */
const MOST_BYTES = 128 * 1_024;

const FORMS = {
  APPLE_APP_SITE_ASSOCIATION: { name: 'object', is: (value: unknown) => !Array.isArray(value) },
  ASSETLINKS: { name: 'array', is: Array.isArray },
} as const;
type FileVariable = keyof typeof FORMS;

/** Problems of the files by which apps claim the links of our own hosts. */
export const deepLinkProblems = (given: Readonly<Record<string, string | undefined>>, cwd: string): string[] =>
  (Object.keys(FORMS) as FileVariable[]).flatMap((variable) => {
    const path = given[variable];
    const problem = path && readProblemOf(() => read(variable, resolve(cwd, path)));
    return problem ? [`${variable} ${problem}`] : [];
  });

/** The texts of the files, which must have no problems. */
export const deepLinksOf = (variables: Variables, cwd: string): Config['deepLinks'] => {
  const text = (variable: FileVariable) => {
    const path = variables[variable];
    return path === undefined ? undefined : read(variable, resolve(cwd, path));
  };
  return { apple_app_site_association: text('APPLE_APP_SITE_ASSOCIATION'), assetlinks: text('ASSETLINKS') };
};

/** @throws Error whose message follows the name of the variable */
const read = (variable: FileVariable, path: string): string => {
  const text = readTextFile(path);
  const { name, is } = FORMS[variable];
  if (Buffer.byteLength(text) > MOST_BYTES) throw new Error('must name a file of at most 128 kB');
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || !is(value))
    throw new Error(`must name a file that holds a JSON ${name}`);
  return text;
};
