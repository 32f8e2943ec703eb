/** Members whose values a guide shows as they are; of all others their names and kinds. */
const EXACT = new Set(['code', 'status', 'type', 'scope', 'message', 'redirect_type', 'revocation_reason', 'plan']);
const EXACT_HEADERS = new Set(['idempotent-replayed', 'content-type', 'etag']);

/** Where an answer is not as a guide shows it; what the guide leaves out does not matter. */
export const differences = (expected: unknown, given: unknown, at = 'the answer'): readonly string[] => {
  if (expected === null) return [];
  if (Array.isArray(expected)) {
    if (!Array.isArray(given)) return [`${at} is not a list`];
    return expected.flatMap((one, index) => {
      const all = given.map((item) => differences(one, item, `${at}[${index}]`));
      return all.some((found) => found.length === 0) ? [] : (all[0] ?? [`${at} is empty`]);
    });
  }
  if (isRecord(expected)) {
    if (!isRecord(given)) return [`${at} is not an object`];
    return Object.entries(expected).flatMap(([name, one]) => {
      const place = `${at}.${name}`;
      if (!(name in given)) return [`${place} is missing`];
      if (EXACT.has(name) && !isRecord(one) && !Array.isArray(one))
        return one === given[name] ? [] : [`${place} is ${JSON.stringify(given[name])}, not ${JSON.stringify(one)}`];
      return differences(one, given[name], place);
    });
  }
  return typeof expected === typeof given ? [] : [`${at} is ${JSON.stringify(given)}, not ${typeof expected}`];
};

/** Of an answer with its head, as `curl -i` prints it. */
export const headDifferences = (expected: string, given: string): readonly string[] => {
  const [wanted, got] = [headOf(expected), headOf(given)];
  if (wanted.status !== got.status) return [`the answer is ${got.status}, not ${wanted.status}`];
  const found = Object.entries(wanted.fields).flatMap(([name, value]) => {
    const there = got.fields[name];
    if (there === undefined) return [`the answer has no ${name}`];
    return EXACT_HEADERS.has(name) && there !== value ? [`${name} is ${there}, not ${value}`] : [];
  });
  return wanted.body === '' ? found : [...found, ...differences(JSON.parse(wanted.body), JSON.parse(got.body))];
};

const headOf = (text: string) => {
  const [head = '', ...body] = text.replaceAll('\r\n', '\n').split('\n\n');
  const [first = '', ...lines] = head.split('\n');
  const fields = lines.map((line): [string, string] => {
    const [name = '', ...value] = line.split(': ');
    return [name.toLowerCase(), value.join(': ')];
  });
  return { status: first.trim(), fields: Object.fromEntries(fields), body: body.join('\n\n').trim() };
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
