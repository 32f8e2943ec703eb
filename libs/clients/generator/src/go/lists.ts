import { type Api, fieldsOf, modelOf } from '../api';
import { exported } from './names';
import { fieldType, goType } from './types';

/** What each model of a page tells the core: its items, and where the list goes on. */
export const listsOf = (api: Api): readonly string[] => {
  const found = new Map<string, string>();
  for (const { answer } of api.resources.flatMap(({ operations }) => operations)) {
    if (answer.kind === 'page') found.set(answer.list, listOf(api, answer.list, goType(answer.item, false)));
  }
  return [...found.values()];
};

const listOf = (api: Api, list: string, item: string): string => {
  const meta = fieldsOf(api, modelOf(api, list)).find(({ name }) => name === 'meta');
  if (meta?.type.kind !== 'model') throw new Error(`${list} does not say where it goes on`);
  const members = fieldsOf(api, modelOf(api, meta.type.name)).flatMap((field) => {
    const place = `r.Meta.${exported(field.name)}`;
    if (field.name === 'next_cursor') {
      return [`m.cursor = ${fieldType(field, false).startsWith('*') ? `textOf(${place})` : `${place}.Or("")`}`];
    }
    if (field.name === 'total_is') return [`m.minimum = ${place} == "minimum"`];
    return ['page', 'limit', 'total'].includes(field.name) ? [`m.${field.name} = ${place}`] : [];
  });
  const type = exported(list);
  return `func (r *${type}) items() []${item} {
	return r.Data
}

func (r *${type}) mark() mark {
	m := mark{count: len(r.Data)}
${members.map((member) => `\t${member}\n`).join('')}	return m
}
`;
};
