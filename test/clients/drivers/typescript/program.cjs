// Drives the TypeScript library by the protocol of test/clients: one JSON line in, one out.
const { createHash } = require('node:crypto');
const { readFile } = require('node:fs/promises');
const { join } = require('node:path');
const { createInterface } = require('node:readline');

const library = require(join(process.env.WAYMARK_LIBRARY, 'src/index.ts'));
const { Waymark, unwrap, VERSION } = library;

const clientOf = ({ base_url: baseUrl } = {}) => new Waymark({ baseUrl });

const optionsOf = (given = {}) => ({
  apiKey: given.api_key,
  timeout: given.timeout_ms,
  maxRetries: given.max_retries,
  ifMatch: given.if_match,
  idempotencyKey: given.idempotency_key,
  headers: given.headers,
  signal: given.cancel_after_ms === undefined ? undefined : AbortSignal.timeout(given.cancel_after_ms),
});

/** Operation ids, by reflection. */
const methods = () =>
  Object.entries(new Waymark()).flatMap(([resource, methods]) =>
    Object.getOwnPropertyNames(Object.getPrototypeOf(methods))
      .filter((name) => name !== 'constructor' && !name.endsWith('At'))
      .map((name) => `${resource}.${name}`),
  );

const sumOf = (bytes) => ({ bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });

const listed = async (items, take = Infinity) => {
  const found = [];
  if (take === 0) return found;
  for await (const item of items) if (found.push(item) >= take) break;
  return found;
};

const call = async ({ call, args = {}, options = {}, with: how = {} }) => {
  const [resource, method] = call.split('.');
  const target = clientOf(options)[resource];
  const inputs = [args.body, args.file === undefined ? undefined : { path: args.file }, how.at].filter(
    (one) => one !== undefined,
  );
  const given = [...(args.path ?? []), ...inputs, ...(args.query ? [args.query] : []), optionsOf(options)];
  const name = how.at === undefined ? method : `${method}At`;
  // Options come last, also where an optional body or query is left out.
  const { length } = target[name];
  while (given.length < length) given.splice(-1, 0, undefined);
  const answer = target[name](...given);
  if (how.pages) return (await listed(answer.pages())).map(({ data }) => data);
  if (answer[Symbol.asyncIterator]) return listed(answer, how.take);
  if (how.raw) {
    const { data, response } = await answer.withResponse();
    return { status: response.status, headers: response.headers, value: data };
  }
  const value = await answer;
  if (!value?.[Symbol.asyncIterator]) return value ?? null;
  if (!how.save) return sumOf(await value.bytes());
  await value.save(how.save);
  return sumOf(await readFile(how.save));
};

const answerTo = (request) => {
  switch (request.call) {
    case 'methods':
      return methods();
    case 'version':
      return { language: 'typescript', runtime: process.version, user_agent: VERSION };
    // A type is nothing at run time; types.spec.ts has the compiler read the same.
    case 'read':
      return request.json;
    case 'unwrap':
      return unwrap(request.body, request.headers, request.secret, request.now && { now: request.now * 1_000 });
    default:
      return call(request);
  }
};

const describe = (error) => {
  const { name, code, status, requestId, message, retryAfter, errors = [] } = error;
  const isOurs = error instanceof library.WaymarkError;
  const kind = name === 'TimeoutError' && !isOurs ? 'Cancelled' : isOurs ? name : 'Bug';
  return {
    kind,
    code,
    status,
    request_id: requestId,
    message: kind === 'Bug' ? error.stack : message,
    retry_after: retryAfter,
    locations: errors.map(({ location }) => location),
    required_scope: error.requiredScope,
    existing_link_id: error.existingLinkId,
    record: error.record,
  };
};

const main = async () => {
  for await (const line of createInterface({ input: process.stdin })) {
    const answer = await Promise.resolve()
      .then(() => answerTo(JSON.parse(line)))
      .then(
        (value) => ({ ok: true, value }),
        (error) => ({ ok: false, error: describe(error) }),
      );
    process.stdout.write(`${JSON.stringify(answer)}\n`);
  }
};
void main();
