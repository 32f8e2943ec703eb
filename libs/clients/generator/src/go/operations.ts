import type { Operation, Parameter } from '../api';
import { exported } from './names';
import { comment, exampleNote } from './text';
import { goType } from './types';

/** `LinksList`: the resource and the operation. */
export const operationName = ({ id }: Operation): string => exported(id);

/** The variable that says what an operation is. */
export const variableOf = (operation: Operation): string => `op${operationName(operation)}`;

/** Whether an operation has another answer for a moment of the past: then that is a method of its own, without `as_of`. */
export const hasAt = ({ answer }: Operation): boolean => answer.kind === 'json' && answer.asOf !== undefined;

/** The parameters of the query that a method takes as a struct. */
export const queryOf = (operation: Operation): readonly Parameter[] =>
  operation.query.filter(({ name }) => !(hasAt(operation) && name === 'as_of'));

/** The struct of an operation's query, none if it has no query. */
export const paramsOf = (operation: Operation): readonly string[] => {
  const query = queryOf(operation);
  if (query.length === 0) return [];
  const name = `${operationName(operation)}Params`;
  const fields = query.map((parameter) => {
    const { name: field, description, example, required } = parameter;
    const doc = comment([`${description} ${required ? 'Required. ' : ''}${exampleNote(example)}`], '\t');
    return `${doc}\t${exported(field)} ${paramType(parameter)} \`json:"${field},omitzero"\`\n`;
  });
  return [`// ${name} are the parameters of ${operation.id}.\ntype ${name} struct {\n${fields.join('\n')}}\n`];
};

/** Texts and lists are left out when empty. A number or a truth value can be 0 or false, so it is an `Opt`. */
export const paramIsOpt = ({ type }: Parameter): boolean =>
  type.kind === 'integer' || type.kind === 'number' || type.kind === 'boolean';

const paramType = (parameter: Parameter): string =>
  paramIsOpt(parameter) ? `Opt[${goType(parameter.type, true)}]` : goType(parameter.type, true);

/** The struct of the answers of an operation that has two, told apart by their status. */
export const answerOf = (operation: Operation): readonly string[] => {
  const { answer, id, statuses } = operation;
  if (answer.kind !== 'json' || !answer.other) return [];
  const { other } = answer;
  const name = `${operationName(operation)}Answer`;
  const [first, second] = [goType(answer.type, false), goType(other.type, false)];
  const status = statuses.find((one) => one >= 200 && one < 300 && one !== other.status);
  return [
    `// ${name} is what ${id} answers: one of its fields, the other is nil.
type ${name} struct {
	// ${first} is the answer of a ${status}.
	${first} *${first}

	// ${second} is the answer of a ${other.status}.
	${second} *${second}
}

func (r *${name}) at(status int) any {
	if status == ${other.status} {
		r.${second} = new(${second})
		return r.${second}
	}
	r.${first} = new(${first})
	return r.${first}
}

// MarshalJSON writes the answer that there is.
func (r ${name}) MarshalJSON() ([]byte, error) {
	if r.${second} != nil {
		return json.Marshal(r.${second})
	}
	return json.Marshal(r.${first})
}
`,
  ];
};
