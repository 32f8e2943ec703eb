import type { Api } from '../api';
import type { Emitter } from '../emitter';
import { callOf } from './call';
import { curlSample } from './curl';
import { goSample } from './go';
import { phpSample } from './php';
import { pythonSample } from './python';
import { typescriptSample } from './typescript';

/** What the reference shows of an operation in a language: `x-codeSamples`. */
export interface Sample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

/** The samples of every operation, by its id. */
export const samplesOf = async (api: Api): Promise<Readonly<Record<string, readonly Sample[]>>> => {
  const operations = api.resources.flatMap((resource) => resource.operations);
  return Object.fromEntries(
    await Promise.all(
      operations.map(async (operation) => {
        const call = callOf(operation);
        const samples: readonly Sample[] = [
          { lang: 'shell', label: 'curl', source: curlSample(call) },
          { lang: 'typescript', label: 'TypeScript', source: await typescriptSample(call) },
          { lang: 'python', label: 'Python', source: pythonSample(call) },
          { lang: 'go', label: 'Go', source: goSample(api, call) },
          { lang: 'php', label: 'PHP', source: phpSample(call) },
        ];
        return [operation.id, samples] as const;
      }),
    ),
  );
};

/** The samples as the gateway reads them for its reference. */
export const samples: Emitter = {
  directory: '../../apps/gateway/src/document',
  generated: [],
  emit: async (api) => new Map([['samples.json', `${JSON.stringify(await samplesOf(api), null, 1)}\n`]]),
};
