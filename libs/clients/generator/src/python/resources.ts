import type { Api, Operation, Resource } from '../api';
import { constantOf, methodsOf } from './methods';
import { className, described, file, literal, pythonName, tuple } from './text';

/** The class of a resource's operations. */
export const resourceClass = ({ name }: Resource): string => `Async${className(name)}Resource`;

/** One resource: the asynchronous form, from which the synchronous one is made. */
export const resourceFile = (api: Api, resource: Resource): string => {
  const text = [
    `class ${resourceClass(resource)}:`,
    ...described(resource.description, 4),
    '',
    '    def __init__(self, core: AsyncCore) -> None:',
    '        self._core = core',
    ...resource.operations.flatMap((operation) => methodsOf(api, operation).flatMap((lines) => ['', ...lines])),
  ];
  const body = text.join('\n');
  return file(importsOf(api, body), [resource.operations.flatMap(constantText), text]);
};

/** What the text of a file needs, by the names that stand in it. */
const importsOf = (api: Api, text: string): string[] => {
  const used = (name: string): boolean => new RegExp(`\\b${name}\\b`).test(text.replace(/"""[^]*?"""/g, ''));
  const from = (module: string, names: readonly string[]): string[] => {
    const wanted = names.filter(used).toSorted();
    return wanted.length > 0 ? [`from ${module} import (`, ...wanted.map((name) => `    ${name},`), ')'] : [];
  };
  const models = [...api.models, ...api.enums, ...api.unions].map(({ name }) => name);
  const standard = [...from('collections.abc', ['Mapping', 'Sequence']), ...from('typing', ['Any', 'Literal'])];
  return [
    ...standard,
    ...(standard.length > 0 ? [''] : []),
    ...from('..._async.core', ['AsyncCore']),
    ...from('..._async.files', ['AsyncFile']),
    ...from('..._async.live', ['AsyncLive']),
    ...from('..._async.pages', ['AsyncPages']),
    `from ..._core.call import ${used('Call') ? 'Call, ' : ''}Operation`,
    ...from('..._core.redirect', ['Redirect']),
    ...from('..._core.unset', ['UNSET', 'Unset']),
    ...from('..._core.uploads', ['Upload', 'UploadSource', 'media_type_of']),
    ...from('...models', models),
    'from ...options import RequestOptions',
  ];
};

const constantText = (operation: Operation): string[] => {
  const { id, method, path, scope, idempotent, conditional, retried, secrets } = operation;
  return [
    `${constantOf(operation)} = Operation(`,
    ...[id, method, path].map((text) => `    ${literal(text)},`),
    ...(scope === 'public' ? ['    public=True,'] : []),
    ...(idempotent ? ['    idempotent=True,'] : []),
    ...(conditional ? ['    conditional=True,'] : []),
    ...(retried ? [] : ['    retried=False,']),
    ...(secrets.length > 0 ? [`    secrets=${tuple(secrets)},`] : []),
    ')',
  ];
};

/** What a client has: an attribute for each resource. */
export const clientFile = (api: Api): string =>
  file(
    [
      'from ..._async.core import AsyncCore',
      ...api.resources.map((resource) => `from .${pythonName(resource.name)} import ${resourceClass(resource)}`),
    ],
    [
      [
        'class AsyncResources:',
        ...described('The operations by what they are about.', 4),
        ...api.resources.flatMap((resource) => [
          '',
          `    ${pythonName(resource.name)}: ${resourceClass(resource)}`,
          ...described(resource.description, 4),
        ]),
        '',
        '    def __init__(self, core: AsyncCore) -> None:',
        ...api.resources.map(
          (resource) => `        self.${pythonName(resource.name)} = ${resourceClass(resource)}(core)`,
        ),
      ],
    ],
  );
