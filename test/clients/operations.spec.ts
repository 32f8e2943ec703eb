import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Api, Operation, Parameter } from '../../libs/clients/generator/src/api';
import { Examples, apiOf, operationsOf, successOf } from './support/api';
import type { DriverAnswer } from './support/driver';
import { Stage } from './support/stage';
import { underTest } from './support/under-test';

const { product, languages } = underTest();
const UPLOAD = join(tmpdir(), `waymark-upload-${process.pid}.csv`);

/** What goes with others only: a list is read by cursor or by number. */
const isSent = ({ answer }: Operation, { name }: Parameter): boolean =>
  !(answer.kind === 'page' && answer.paging === 'cursor' && name === 'page') && name !== 'as_of';

const textOf = (value: unknown): string => [value].flat().map(String).join(',');

let api: Api;
let examples: Examples;
beforeAll(async () => {
  api = await apiOf(product);
  examples = new Examples(api);
  writeFileSync(UPLOAD, 'destination_url\nhttps://example.com/\n');
});
afterAll(() => rmSync(UPLOAD, { force: true }));

describe.each(languages.filter(({ skipped }) => skipped === undefined))('$language', ({ command, env }) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.set({ command, env }, product);
  });
  afterAll(() => stage.end());

  /** What a method is called with, from the examples of the document. */
  const argumentsOf = ({ pathParameters, query, body, ...operation }: Operation) => ({
    path: pathParameters.map(({ example, type }) => String(examples.of(type, example))),
    query: Object.fromEntries(
      query
        .filter((one) => isSent({ pathParameters, query, ...operation }, one))
        .map(({ name, type, example }) => [name, examples.of(type, example)]),
    ),
    ...(body?.kind === 'json' ? { body: examples.of(body.type, body.example) } : {}),
    ...(body?.kind === 'upload' ? { file: UPLOAD } : {}),
  });

  const problemsWith = (operation: Operation, given: ReturnType<typeof argumentsOf>, answer: DriverAnswer) => {
    const [sent] = stage.proxy.exchanges;
    if (!answer.ok) return [JSON.stringify(answer.error)];
    if (!sent) return ['nothing was sent'];
    const path = operation.path.replace(/\{\w+\}/g, () => encodeURIComponent(given.path.shift() ?? ''));
    const query = Object.fromEntries(Object.entries(given.query).map(([name, value]) => [name, textOf(value)]));
    const wanted: Readonly<Record<string, unknown>> = {
      method: operation.method,
      path,
      query,
      body: given.body,
      authorized: operation.scope !== 'public',
      hasKey: operation.idempotent,
    };
    const found: Readonly<Record<string, unknown>> = {
      method: sent.method,
      path: sent.path,
      query: sent.query,
      body: given.body === undefined ? undefined : (JSON.parse(sent.body) as unknown),
      authorized: sent.headers.authorization !== undefined,
      hasKey: sent.headers['idempotency-key'] !== undefined,
    };
    return Object.keys(wanted)
      .filter((name) => !isEqual(found[name], wanted[name]))
      .map((name) => `${name}: ${JSON.stringify(found[name])} instead of ${JSON.stringify(wanted[name])}`);
  };

  it('has a method for every operation of the running document, and no other', async () => {
    const answer = await stage.driver.ask({ call: 'methods' });
    if (!answer.ok) throw new Error(answer.error.message);
    expect([...(answer.value as string[])].sort()).toEqual(
      operationsOf(api)
        .map(({ id }) => id)
        .sort(),
    );
  });

  it('sends what each operation is called with', async () => {
    const problems: string[] = [];
    for (const operation of operationsOf(api)) {
      const given = argumentsOf(operation);
      stage.proxy.expect([{ answer: successOf(examples, operation) }]);
      const answer = await stage.driver.ask({
        call: operation.id,
        args: given,
        options: { max_retries: 0 },
        ...(operation.answer.kind === 'page' || operation.answer.kind === 'events' ? { with: { take: 1 } } : {}),
      });
      problems.push(...problemsWith(operation, given, answer).map((problem) => `${operation.id}: ${problem}`));
    }
    expect(problems).toEqual([]);
  });

  it('asks for what was at an instant by methods of their own', async () => {
    for (const operation of operationsOf(api)) {
      if (operation.answer.kind !== 'json' || !operation.answer.asOf) continue;
      stage.proxy.expect([{ answer: successOf(examples, operation) }]);
      const at = '2026-11-01T00:00:00Z';
      const answer = await stage.driver.ask({ call: operation.id, args: { path: ['one'] }, with: { at } });
      expect([operation.id, answer.ok, stage.proxy.exchanges[0]?.query]).toEqual([operation.id, true, { as_of: at }]);
    }
  });

  it('reads every documented field, and keeps those that are not documented', async () => {
    const problems: string[] = [];
    const unsupported = new Set<string>();
    const unions = api.unions.flatMap(({ name, members }) => members.map(({ model }) => ({ as: name, model })));
    const models = api.models.filter(({ input }) => !input).map(({ name }) => ({ as: name, model: name }));
    for (const { as, model } of [...models, ...unions]) {
      const whole = examples.ofModel(model);
      for (const json of [whole, examples.leastOf(model), examples.extendedOf(model, whole)]) {
        const answer = await stage.driver.ask({ call: 'read', model: as, json });
        if (!answer.ok) {
          if (answer.error.kind !== 'Unsupported') problems.push(`${as}: ${JSON.stringify(answer.error)}`);
          else unsupported.add(model);
          continue;
        }
        if (!isEqual(answer.value, json))
          problems.push(`${as} ${model}: ${JSON.stringify(answer.value)} instead of ${JSON.stringify(json)}`);
      }
    }
    expect(problems).toEqual([]);
    // Only what is a part of other models may have no type of its own.
    const parts = new Set(api.models.flatMap(({ extends: parents }) => parents));
    expect([...unsupported].filter((model) => !parts.has(model))).toEqual([]);
  });
});

/** Whatever the order of fields. */
const isEqual = (a: unknown, b: unknown): boolean => {
  try {
    expect(a).toEqual(b);
    return true;
  } catch {
    return false;
  }
};

for (const { language, skipped } of languages) {
  if (skipped === undefined) continue;
  describe.skip(`${language}, skipped: ${skipped}`, () => {
    it('has a method for every operation of the running document, and no other', () => undefined);
    it('sends what each operation is called with', () => undefined);
    it('asks for what was at an instant by methods of their own', () => undefined);
    it('reads every documented field, and keeps those that are not documented', () => undefined);
  });
}
