import { type Api, type Enum, type Field, type Model, type TypeRef, type Union, fieldsOf } from '../api';
import { docBlock, phpFile, quoted } from './text';
import { documentedType, nativeType } from './types';

/** A class whose properties are the fields of a model. What an answer lacks is null, or empty where it is required. */
export const modelClass = (api: Api, model: Model): string => {
  const fields = fieldsOf(api, model);
  const properties = fields.map((field) => propertyOf(api, field)).join('\n');
  const reads = fields.map((field) => `        $this->${field.name} = ${readOf(api, field)};\n`).join('');
  const description = docBlock('', [model.description || `${model.name}.`]);
  return phpFile(
    'Model',
    ['Waymark\\Cast', 'Waymark\\Model'],
    `${description}final readonly class ${model.name} extends Model\n{\n${properties}${properties ? '\n' : ''}` +
      `    /** @param array<string, mixed> $raw */\n    public function __construct(array $raw)\n    {\n` +
      `        parent::__construct($raw);\n${reads}    }\n${redactionOf(fields)}}\n`,
  );
};

const redactionOf = (fields: readonly Field[]): string => {
  const secrets = fields.filter(({ secret }) => secret).map(({ name }) => quoted(name));
  if (secrets.length === 0) return '';
  return (
    `\n    /** @return array<string, mixed> Without its secrets. */\n    public function __debugInfo(): array\n    {\n` +
    `        return $this->redacted([${secrets.join(', ')}]);\n    }\n`
  );
};

const isOptional = ({ required, nullable }: Field): boolean => !required || nullable;

const propertyOf = (api: Api, field: Field): string => {
  const native = nativeType(api, field.type);
  const type = isOptional(field) && native !== 'mixed' ? `?${native}` : native;
  const documented = documentedType(api, field.type, false);
  const secret = field.secret ? ['It is a secret: do not log it.'] : [];
  const tag = documented === native ? [] : [`@var ${documented}${isOptional(field) ? '|null' : ''}`];
  return `${docBlock('    ', [field.description || field.name, ...secret, ...tag])}    public ${type} $${field.name};\n`;
};

const readOf = (api: Api, field: Field): string => {
  const value = `$raw[${quoted(field.name)}] ?? null`;
  const read = expressionOf(api, field.type, value);
  if (read === value || !isOptional(field)) return read;
  return `isset($raw[${quoted(field.name)}]) ? ${expressionOf(api, field.type, `$raw[${quoted(field.name)}]`)} : null`;
};

/** An expression that reads a value of the type and never fails. */
const expressionOf = (api: Api, type: TypeRef, value: string): string => {
  if (type.kind === 'array' || type.kind === 'map') {
    const inner = type.kind === 'array' ? type.item : type.value;
    const each = expressionOf(api, inner, '$one');
    const cast = type.kind === 'array' ? 'list' : 'map';
    // A map may have further names with values of any kind: they stay as they are.
    const isKept = each === '$one' || (type.kind === 'map' && inner.kind !== 'model');
    return `Cast::${cast}(${value}${isKept ? '' : `, fn (mixed $one) => ${each}`})`;
  }
  const native = nativeType(api, type);
  if (type.kind === 'model') return `new ${type.name}(Cast::map(${value}))`;
  return native === 'mixed' ? value : `Cast::${native}(${value})`;
};

/** The known values of an enum as constants. */
export const enumClass = ({ name, description, values }: Enum): string => {
  const constants = values.map(
    (value) =>
      `    public const ${constantOf(value)} = ${typeof value === 'number' ? String(value) : quoted(value)};\n`,
  );
  return phpFile(
    'Enum',
    [],
    `${docBlock('', [description || `${name}.`, 'Values may be added.'])}final class ${name}\n{\n${constants.join('')}}\n`,
  );
};

const constantOf = (value: string | number): string => {
  const text = String(value)
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toUpperCase();
  return /^\d/.test(text) ? `_${text}` : text;
};

/** Reads the body of a delivery as the model of its type. */
export const eventsClass = ({ name, description, discriminator, members }: Union): string => {
  const cases = members.flatMap(({ model, values }) =>
    values.map((value) => `            ${quoted(value)} => new ${model}($raw),\n`),
  );
  return phpFile(
    'Model',
    ['Waymark\\Cast', 'Waymark\\Model', 'Waymark\\UnknownEvent'],
    `${docBlock('', [description])}final class ${name}s\n{\n` +
      `${docBlock('    ', ['An event of an unknown type is an `UnknownEvent`.', '@param array<string, mixed> $raw'])}` +
      `    public static function read(array $raw): Model\n    {\n` +
      `        return match (Cast::string($raw[${quoted(discriminator)}] ?? null)) {\n${cases.join('')}` +
      `            default => new UnknownEvent($raw),\n        };\n    }\n}\n`,
  );
};
