import type { Emitter } from '../emitter';
import { enumsFile, modelsFile } from './models';
import { operationsFile } from './operations';
import { kebab } from './text';
import { clientFile, indexFile, resourceFile } from './resources';
import { toolsFile } from './tools';

/** `libs/clients/typescript`: types and classes; what they do is written by hand in `src/core`. */
export const typescript: Emitter = {
  directory: 'typescript',
  generated: ['src/api'],
  emit: async (api) => {
    const resources = api.resources.map(
      async (resource) => [`src/api/${kebab(resource.name)}.ts`, await resourceFile(api, resource)] as const,
    );
    return new Map([
      ['src/api/enums.ts', await enumsFile(api)],
      ['src/api/models.ts', await modelsFile(api)],
      ['src/api/operations.ts', await operationsFile(api)],
      ['src/api/tools.ts', await toolsFile(api)],
      ['src/api/client.ts', await clientFile(api)],
      ['src/api/index.ts', await indexFile(api)],
      ...(await Promise.all(resources)),
    ]);
  },
};
