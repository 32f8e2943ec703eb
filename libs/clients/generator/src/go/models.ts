import { type Api, type Enum, type Field, type Model, type Union, fieldsOf, modelOf } from '../api';
import { exported } from './names';
import { comment, named, exampleNote } from './text';
import { fieldType } from './types';

export const enumOf = ({ name, description, values }: Enum): string => {
  const type = exported(name);
  const constants = values.map((value) => [`${type}${exported(String(value))}`, JSON.stringify(value)] as const);
  const width = Math.max(...constants.map(([constant]) => constant.length));
  const lines = constants.map(([constant, value]) => `\t${constant.padEnd(width)} ${type} = ${value}\n`);
  const base = values.every((value) => typeof value === 'number') ? 'int' : 'string';
  const doc = comment([named(type, description), 'There may be other values.']);
  return `${doc}type ${type} ${base}\n\n// Values of ${type}.\nconst (\n${lines.join('')})\n`;
};

/** A model as a struct, with what makes an answer keep the fields that it does not know. */
export const modelOfGo = (api: Api, model: Model): string => {
  const name = exported(model.name);
  const fields = fieldsOf(api, model);
  const members = fields.map((field) => memberOf(field, model.input));
  const raw = model.input ? [] : ['\t// Raw is the record as the server sent it.\n\tRaw Raw `json:"-"`\n'];
  const doc = comment([named(name, model.description)]);
  const struct = [...members, ...raw].length > 0 ? ` {\n${[...members, ...raw].join('\n')}}` : '{}';
  return [
    `${doc}type ${name} struct${struct}\n`,
    ...(model.input ? [] : [jsonOf(name)]),
    ...hidingOf(name, fields),
  ].join('\n');
};

const memberOf = (field: Field, input: boolean): string => {
  const optional = !field.required || (input && field.nullable) ? ',omitzero' : '';
  const doc = comment([`${field.description} ${exampleNote(field.example)}`], '\t');
  return `${doc}\t${exported(field.name)} ${fieldType(field, input)} \`json:"${field.name}${optional}"\`\n`;
};

const jsonOf = (name: string): string => `// UnmarshalJSON reads the record and keeps its JSON in Raw.
func (r *${name}) UnmarshalJSON(data []byte) error {
	type plain ${name}
	return decode(data, (*plain)(r), &r.Raw)
}

// MarshalJSON writes the record with the fields of Raw that its type does not know.
func (r ${name}) MarshalJSON() ([]byte, error) {
	type plain ${name}
	return encode(plain(r), r.Raw)
}
`;

/** Methods that keep secrets out of dumps and logs. */
const hidingOf = (name: string, fields: readonly Field[]): readonly string[] => {
  const secrets = fields.filter(isSecret).map((field) => `"${field.name}"`);
  if (secrets.length === 0) return [];
  return [
    `// Format hides secrets.
func (r ${name}) Format(state fmt.State, _ rune) {
	formatRedacted(state, r, ${secrets.join(', ')})
}

// LogValue hides secrets.
func (r ${name}) LogValue() slog.Value {
	return logRedacted(r, ${secrets.join(', ')})
}
`,
  ];
};

const isSecret = ({ name, type, secret }: Field): boolean =>
  secret || name === 'password' || (type.kind === 'string' && type.format === 'password');

/** A union as a struct of what its members have in common, the member itself, and an interface of all members. */
export const unionOf = (api: Api, { name, description, discriminator, members }: Union): string => {
  const type = exported(name);
  const common = commonFields(
    api,
    members.map(({ model }) => modelOf(api, model)),
  );
  const kind = `Any${type}`;
  const doc = comment([named(type, description)]);
  const cases = members.map(
    ({ model, values }) =>
      `\tcase ${values.map((value) => JSON.stringify(value)).join(',\n\t\t')}:\n\t\tr.Event = new(${exported(model)})\n`,
  );
  const marks = members.map(({ model }) => `func (*${exported(model)}) is${type}() {}\n`);
  const known = members.map(({ model }) => `*${exported(model)}`).join(', ');
  return `${comment([`${kind} is one of ${known}.`])}type ${kind} interface{ is${type}() }

${marks.join('\n')}
${doc}type ${type} struct {
${common.map((field) => memberOf(field, false)).join('\n')}
	// Event is the whole event, by its ${discriminator}: a *${exported(members[0]?.model ?? '')} for instance. It is nil for a ${discriminator} that this
	// version does not know; Raw has it.
	Event ${kind} \`json:"-"\`

	// Raw is the event as it came.
	Raw Raw \`json:"-"\`
}

${codecOf(type, discriminator, cases.join(''))}`;
};

/** How a union is read and written. */
const codecOf = (
  type: string,
  discriminator: string,
  cases: string,
): string => `// UnmarshalJSON reads the event by its ${discriminator}.
func (r *${type}) UnmarshalJSON(data []byte) error {
	type plain ${type}
	if err := decode(data, (*plain)(r), &r.Raw); err != nil {
		return err
	}
	switch r.${exported(discriminator)} {
${cases}\tdefault:
		r.Event = nil
		return nil
	}
	return json.Unmarshal(data, r.Event)
}

// MarshalJSON writes the whole event.
func (r ${type}) MarshalJSON() ([]byte, error) {
	if r.Event != nil {
		return json.Marshal(r.Event)
	}
	type plain ${type}
	return encode(plain(r), r.Raw)
}
`;

/** Fields that all models have, with their documentation in the first. */
const commonFields = (api: Api, models: readonly Model[]): readonly Field[] => {
  const [first = [], ...others] = models.map((model) => fieldsOf(api, model));
  return first.filter((field) =>
    others.every((fields) =>
      fields.some((other) => other.name === field.name && fieldType(other, false) === fieldType(field, false)),
    ),
  );
};
