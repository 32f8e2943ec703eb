import { format } from 'prettier';
import { camel } from '../typescript/text';
import { type Call, variableOf } from './call';

/** A call by the library for Node.js, as a module of its own. */
export const typescriptSample = async (call: Call): Promise<string> => {
  const text = [
    "import { Waymark } from '@waymark/client';",
    '',
    'const waymark = new Waymark(); // WAYMARK_API_KEY, WAYMARK_BASE_URL',
    '',
    ...linesOf(call),
  ].join('\n');
  return (await format(text, { parser: 'typescript', printWidth: 88, singleQuote: true })).trimEnd();
};

const linesOf = (call: Call): readonly string[] => {
  const { answer } = call.operation;
  const name = camel(variableOf(answer) ?? '');
  const made = callText(call);
  switch (answer.kind) {
    case 'none':
      return [`await ${made};`];
    case 'page':
    case 'events':
      return [`for await (const ${name} of ${made}) {`, `  console.log(${name});`, '}'];
    case 'file':
      return [`const file = await ${made};`, `await file.save('${call.saves ?? ''}');`];
    case 'redirect':
      return [`const redirect = await ${made};`, 'console.log(redirect.status, redirect.location);'];
    default:
      return [`const ${name} = await ${made};`, `console.log(${call.secret ? `${name}.${call.secret}` : name});`];
  }
};

const callText = ({ operation, path, query, body, sends }: Call): string => {
  const given = Object.fromEntries(query.map(({ parameter, value }) => [parameter.name, value]));
  const args = [
    ...path.map((text) => JSON.stringify(text)),
    ...(sends ? [`{ path: '${sends}' }`] : []),
    ...(body === undefined ? [] : [JSON.stringify(body)]),
    ...(query.length > 0 ? [JSON.stringify(given)] : []),
  ];
  return `waymark.${operation.id}(${args.join(', ')})`;
};
