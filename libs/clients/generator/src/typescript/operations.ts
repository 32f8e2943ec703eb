import type { Api, Operation, TypeRef } from '../api';
import { fileOf } from './text';

/** `operations.ts`: what the core has to know of each operation. */
export const operationsFile = ({ resources }: Api): Promise<string> => {
  const rows = resources
    .flatMap(({ operations }) => operations)
    .map((one) => `'${one.id}': ${JSON.stringify(factsOf(one))},`);
  return fileOf(
    `import type { Operation } from '../core/operation.js';`,
    `/** Every operation by its id in the OpenAPI document. */\nexport const operations = {\n${rows.join('\n')}\n} as const satisfies Record<string, Operation>;`,
  );
};

const factsOf = (operation: Operation) => ({
  method: operation.method,
  path: operation.path,
  answer: operation.answer.kind,
  ...(operation.answer.kind === 'page' && operation.answer.paging === 'cursor' ? { byCursor: true } : {}),
  ...(operation.scope === 'public' ? { isPublic: true } : {}),
  ...(operation.idempotent ? { idempotent: true } : {}),
  ...(operation.retried ? {} : { neverRepeated: true }),
  ...(operation.answer.kind === 'events' ? { event: nameOfEvent(operation.answer.item) } : {}),
  ...(operation.body?.kind === 'upload' ? { mediaTypes: operation.body.mediaTypes } : {}),
  ...(lostSecretsOf(operation).length > 0 ? { secrets: lostSecretsOf(operation) } : {}),
});

/** Events of a stream are named after their item: `click`. */
const nameOfEvent = (item: TypeRef): string => (item.kind === 'model' ? item.name.toLowerCase() : '');

/** Without these an answer is of no use; an invitation's token may be absent by design. */
const lostSecretsOf = ({ secrets }: Operation): readonly string[] =>
  secrets.filter((field) => field === 'key' || field === 'secret');
