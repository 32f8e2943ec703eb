import type { Api } from '../api';
import type { Emitter } from '../emitter';
import { enumClass, eventsClass, modelClass } from './models';
import { resourceClass, resourcesTrait } from './resources';
import { answeredModels } from './types';

/** The classes of `libs/clients/php`: a file each, as autoloaders want it. */
export const phpEmitter: Emitter = {
  directory: 'php',
  generated: ['src/Model', 'src/Enum', 'src/Resource'],
  emit: (api: Api) => {
    const models = answeredModels(api);
    return new Map<string, string>([
      ...models.map((model): [string, string] => [`src/Model/${model.name}.php`, modelClass(api, model)]),
      ...api.unions.map((union): [string, string] => [`src/Model/${union.name}s.php`, eventsClass(union)]),
      ...api.enums.map((one): [string, string] => [`src/Enum/${one.name}.php`, enumClass(one)]),
      ...api.resources.map((one): [string, string] => [
        `src/Resource/${className(one.name)}.php`,
        resourceClass(api, one),
      ]),
      ['src/Resource/Resources.php', resourcesTrait(api)],
    ]);
  },
};

const className = (resource: string): string => resource.charAt(0).toUpperCase() + resource.slice(1);
