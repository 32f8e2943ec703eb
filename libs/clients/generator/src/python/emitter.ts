import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Api } from '../api';
import { type Emitter, GENERATED } from '../emitter';
import { eventsFile, unknownName } from './events';
import { inputsFile, sent } from './inputs';
import { answered, enumsFile, modelsFile } from './models';
import { clientFile, resourceFile } from './resources';
import { synchronous } from './synchronous';
import { literal, pythonName } from './text';
import { unionReader } from './types';

const PACKAGE = 'src/waymark';
/** The asynchronous core, which is written by hand. */
const CORE = join(__dirname, '../../../python', PACKAGE, '_async');

/** The Python library: models, the resources of both clients, and the core of the synchronous one. */
export const python: Emitter = {
  directory: 'python',
  generated: ['models', '_resources', '_sync'].map((folder) => `${PACKAGE}/${folder}`),
  emit: (api) =>
    new Map([...models(api), ...resources(api), ...core()].map(([path, text]) => [`${PACKAGE}/${path}`, text])),
};

type Files = readonly (readonly [string, string])[];

const models = (api: Api): Files => [
  ['models/__init__.py', modelsIndex(api)],
  ['models/_enums.py', enumsFile(api)],
  ['models/_events.py', eventsFile(api)],
  ['models/_inputs.py', inputsFile(api)],
  ['models/_models.py', modelsFile(api)],
];

const modelsIndex = (api: Api): string => {
  const modules = [
    { module: '_enums', names: api.enums.map(({ name }) => name) },
    {
      module: '_events',
      names: api.unions.flatMap((union) => [union.name, unknownName(union), unionReader(union.name)]),
    },
    { module: '_inputs', names: sent(api).map(({ name }) => name) },
    { module: '_models', names: answered(api).map(({ name }) => name) },
  ];
  const all = modules.flatMap(({ names }) => names).toSorted();
  const imports = modules.flatMap(({ module, names }) => [
    `from .${module} import (`,
    ...names.toSorted().map((name) => `    ${name},`),
    ')',
  ]);
  const text = '"""Records that the server answers, records that clients send, and the values of their fields."""';
  return [
    `# ${GENERATED}`,
    text,
    '',
    ...imports,
    '',
    '__all__ = [',
    ...all.map((name) => `    ${literal(name)},`),
    ']',
    '',
  ].join('\n');
};

const resources = (api: Api): Files => {
  const files: Files = [
    ['__init__.py', clientFile(api)],
    ...api.resources.map((resource) => [`${pythonName(resource.name)}.py`, resourceFile(api, resource)] as const),
  ];
  return [
    ['_resources/__init__.py', `# ${GENERATED}\n`],
    ...files.map(([path, text]) => [`_resources/_async/${path}`, text] as const),
    ...files.map(([path, text]) => [`_resources/_sync/${path}`, synchronous(text)] as const),
  ];
};

/** The synchronous core has another origin: the asynchronous one. */
const core = (): Files =>
  readdirSync(CORE)
    .filter((name) => name.endsWith('.py'))
    .toSorted()
    .map((name) => [`_sync/${name}`, `# ${ORIGIN}\n${synchronous(readFileSync(join(CORE, name), 'utf8'))}`] as const);

const ORIGIN = GENERATED.replace('libs/clients/openapi.json', `libs/clients/python/${PACKAGE}/_async`);
