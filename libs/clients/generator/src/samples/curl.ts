import type { Call } from './call';

/** A call by curl. */
export const curlSample = ({ operation, path, query, body, sends, saves }: Call): string => {
  const { method, answer, scope } = operation;
  const segments = [...path];
  const route = operation.path.replace(/\{\w+\}/g, () => encodeURIComponent(segments.shift() ?? ''));
  const asked = query.map(({ parameter, value }) => `${parameter.name}=${[value].flat().map(encoded).join(',')}`);
  const url = `$WAYMARK_BASE_URL${route}${asked.length > 0 ? `?${asked.join('&')}` : ''}`;
  const type =
    body === undefined ? sends && operation.body?.kind === 'upload' && operation.body.mediaTypes[0] : JSON_TYPE;
  return [
    `curl "${url}"`,
    ...(method === 'GET' || (method === 'POST' && type) ? [] : [`--request ${method}`]),
    ...(scope === 'public' ? [] : ['--header "Authorization: Bearer $WAYMARK_API_KEY"']),
    ...(type ? [`--header "Content-Type: ${type}"`] : []),
    ...(body === undefined ? [] : [`--data ${quoted(JSON.stringify(body, null, 2))}`]),
    ...(sends ? [`--data-binary @${sends}`] : []),
    ...(saves ? [`--output ${saves}`] : []),
    ...(answer.kind === 'events' ? ['--no-buffer'] : []),
    ...(answer.kind === 'redirect' || answer.kind === 'none' ? ['--include'] : []),
  ].join(' \\\n  ');
};

const JSON_TYPE = 'application/json';

const encoded = (value: unknown): string => encodeURIComponent(String(value));

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
