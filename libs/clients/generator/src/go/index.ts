import type { Api } from '../api';
import type { Emitter } from '../emitter';
import { listsOf } from './lists';
import { enumOf, modelOfGo, unionOf } from './models';
import { answerOf, paramsOf } from './operations';
import { clientOf, serviceOf } from './services';
import { tableOf } from './table';
import { goFile } from './text';

/**
 * Writes the Go library. A package is one folder, so its generated files stand beside the others, and end on `_gen.go`.
 */
const emit = (api: Api): ReadonlyMap<string, string> => {
  const operations = api.resources.flatMap((resource) => resource.operations);
  const answers = api.models.filter(({ input }) => !input);
  const inputs = api.models.filter(({ input }) => input);
  return new Map([
    ['enums_gen.go', goFile('waymark', [], api.enums.map(enumOf))],
    [
      'inputs_gen.go',
      goFile(
        'waymark',
        ['fmt', 'log/slog'],
        inputs.map((model) => modelOfGo(api, model)),
      ),
    ],
    [
      'answers_gen.go',
      goFile(
        'waymark',
        ['fmt', 'log/slog'],
        answers.map((model) => modelOfGo(api, model)),
      ),
    ],
    [
      'operations_gen.go',
      goFile(
        'waymark',
        ['encoding/json'],
        [
          ...operations.flatMap(paramsOf),
          ...operations.flatMap(answerOf),
          ...listsOf(api),
          ...api.unions.map((union) => unionOf(api, union)),
        ],
      ),
    ],
    ['services_gen.go', servicesOf(api)],
    ['internal/table/table_gen.go', tableOf(api)],
  ]);
};

const servicesOf = (api: Api): string =>
  goFile(
    'waymark',
    ['context', 'iter', 'net/url'],
    [clientOf(api), ...api.resources.flatMap((resource) => serviceOf(resource))],
  );

export const go: Emitter = { directory: 'go', generated: ['internal/table'], emit };
