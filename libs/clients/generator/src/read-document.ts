import type { Api } from './api';
import { type Document, type Schema, isRef, nameOf, resolve } from './document';
import { readResources } from './read-operations';
import { SchemaReader } from './read-schemas';

/** The interface that an OpenAPI document describes. @throws Error if the document lacks what the generator needs */
export const readDocument = (document: Document): Api => {
  const schemas = new SchemaReader(document, inputsOf(document));
  const resources = readResources(document, schemas);
  return {
    version: document.info.version,
    resources,
    enums: schemas.enums,
    models: schemas.models,
    unions: schemas.unions,
  };
};

/** The names of the schemas that clients send: bodies, and what these refer to. */
const inputsOf = (document: Document): ReadonlySet<string> => {
  const found = new Set<string>();
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(walk);
    if (typeof value !== 'object' || value === null) return;
    if (isRef(value)) {
      if (found.has(nameOf(value))) return;
      found.add(nameOf(value));
      return walk(resolve<Schema>(document, value));
    }
    Object.entries(value).forEach(([key, part]) => key !== 'example' && walk(part));
  };
  for (const item of Object.values(document.paths)) {
    for (const { requestBody } of Object.values(item)) {
      for (const { schema } of Object.values(requestBody?.content ?? {})) walk(schema);
    }
  }
  return found;
};
