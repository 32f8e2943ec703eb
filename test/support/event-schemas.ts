import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';

/** Schemas and samples of the public events. */
export const EVENTS_FOLDER = join(__dirname, '..', '..', 'docs', 'events');

const ENDING = '.schema.json';
const ajv = new Ajv2020({ strict: true, strictTypes: true, allowUnionTypes: true, allErrors: true });
addFormats(ajv);
for (const file of readdirSync(EVENTS_FOLDER).filter((name) => name.endsWith(ENDING)))
  ajv.addSchema(JSON.parse(readFileSync(join(EVENTS_FOLDER, file), 'utf8')) as object);

const schemaOf = (type: string): ValidateFunction => {
  const schema = ajv.getSchema(`${type}${ENDING}`);
  if (!schema) throw new Error(`${type} has no schema`);
  return schema;
};

/** What is wrong with an event by the schema of its type; empty if it is valid. */
export const problemsOfEvent = (type: string, event: unknown): readonly string[] => {
  const schema = schemaOf(type);
  return schema(event) ? [] : (schema.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
};
