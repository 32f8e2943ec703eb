import type { Api, Field, Model } from '../api';
import { modelsFile } from './models';
import { resourceFile } from './resources';
import { synchronous } from './synchronous';

const field = (name: string): Field => ({
  name,
  type: { kind: 'string' },
  required: true,
  nullable: false,
  description: 'A text.',
  secret: false,
});
const model = (name: string, fields: readonly Field[]): Model => ({
  name,
  description: 'A record.',
  extends: [],
  fields,
  input: false,
});
const api = (...models: readonly Model[]): Api => ({ version: '1.0.0', resources: [], enums: [], models, unions: [] });

describe('the emitter of Python', () => {
  it('refuses a field that would hide an attribute of every record', () => {
    expect(() => modelsFile(api(model('Thing', [field('raw')])))).toThrow('no field can be called raw');
  });

  it('refuses models that go in a circle', () => {
    const one = model('One', [{ ...field('two'), type: { kind: 'model', name: 'Two' } }]);
    const two = model('Two', [{ ...field('one'), type: { kind: 'model', name: 'One' } }]);
    expect(() => modelsFile(api(one, two))).toThrow('models go in a circle: One, Two, One');
  });

  it('refuses an operation with one argument twice', () => {
    const body = { kind: 'json', type: { kind: 'model', name: 'Thing' }, required: true } as const;
    const operation = {
      ...({
        id: 'things.update',
        name: 'update',
        method: 'PATCH',
        path: '/things/{id}',
        summary: 'Change',
        body,
      } as const),
      ...({
        description: '',
        scope: 'write',
        query: [],
        answer: { kind: 'none' },
        secrets: [],
        statuses: [204],
      } as const),
      pathParameters: [field('id')],
      idempotent: true,
      conditional: false,
      retried: true,
    };
    const resource = { name: 'things', description: 'Things.', operations: [operation] };
    expect(() => resourceFile(api(model('Thing', [field('id')])), resource)).toThrow('two arguments id');
  });

  it('makes the synchronous form of the asynchronous one', () => {
    const text = 'async def f(x: AsyncFile) -> AsyncIterator[int]:\n    async for y in x:\n        yield await g(y)\n';
    expect(synchronous(text)).toBe('def f(x: File) -> Iterator[int]:\n    for y in x:\n        yield g(y)\n');
  });
});
