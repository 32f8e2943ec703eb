import type { Api } from '../api';
import type { Document } from '../document';
import { readDocument } from '../read-document';

/** What of the interface it takes to write calls: no texts, no examples, and nothing that is only received. */
export const bareApiOf = (document: Document): Api => {
  const { version, resources, enums, models } = readDocument(document);
  const inputs = models.filter(({ input }) => input);
  const sent = JSON.stringify([resources.map(({ operations }) => operations), inputs]);
  const named = enums.filter(({ name }) => sent.includes(`"kind":"enum","name":${JSON.stringify(name)}`));
  const api: Api = { version, resources, enums: named, models: inputs, unions: [] };
  return JSON.parse(JSON.stringify(api, bare)) as Api;
};

const bare = (key: string, value: unknown): unknown => {
  if (key === 'description' || key === 'summary') return '';
  if (key === 'pathParameters' || key === 'statuses') return [];
  return key === 'example' || key === 'exampleBody' ? undefined : value;
};
