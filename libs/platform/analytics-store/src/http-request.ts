import type { IncomingMessage } from 'node:http';
import type { EngineRequest } from './engine-request';
import { isInsert } from './insert-rows';

/** What a request to ClickHouse's HTTP interface asks for. */
export interface HttpQuery extends EngineRequest {
  readonly queryId: string | undefined;
}

/** A request that cannot be handled, with its HTTP status. */
export class BadRequest extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
    this.name = 'BadRequest';
  }
}

const MAX_BODY = 64 * 1024 * 1024;

/** Parameters that control ClickHouse's HTTP server and mean nothing to the engine. */
const ABOUT_HTTP = new Set([
  'query',
  'query_id',
  'database',
  'default_format',
  'wait_end_of_query',
  'buffer_size',
  'enable_http_compression',
  'http_zlib_compression_level',
  'send_progress_in_http_headers',
  'http_headers_progress_interval_ms',
  'session_id',
  'role',
]);

export async function readHttpQuery(request: IncomingMessage): Promise<HttpQuery> {
  if (request.headers['content-encoding'] !== undefined)
    throw new BadRequest(415, 'compressed requests are not spoken here');
  const url = new URL(request.url ?? '/', 'http://localhost');
  const database = url.searchParams.get('database') ?? 'default';
  if (database !== 'default')
    throw new BadRequest(404, `Code: 81. DB::Exception: Database ${database} does not exist. (UNKNOWN_DATABASE)`);

  const body = await readBody(request);
  const boundary = /^multipart\/form-data;.*boundary="?([^";]+)"?/i.exec(request.headers['content-type'] ?? '')?.[1];
  const fields = new Map(boundary === undefined ? [] : parts(body.toString('utf8'), boundary));
  const statement = url.searchParams.get('query') ?? fields.get('query');
  const rows =
    boundary === undefined && statement !== undefined && isInsert(statement) && body.length > 0 ? body : undefined;
  const text = boundary === undefined && !rows ? body.toString('utf8') : '';
  for (const [name, value] of url.searchParams) fields.set(name, value);

  const entries = [...fields].filter(([name]) => !ABOUT_HTTP.has(name));
  return {
    sql: statement === undefined ? text : text === '' ? statement : `${statement}\n${text}`,
    ...(rows && { rows }),
    queryId: url.searchParams.get('query_id') ?? undefined,
    params: Object.fromEntries(
      entries.filter(([name]) => name.startsWith('param_')).map(([name, value]) => [name.slice(6), value]),
    ),
    settings: Object.fromEntries(entries.filter(([name]) => !name.startsWith('param_'))),
    streamed: url.searchParams.get('wait_end_of_query') !== '1',
    ...(fields.has('default_format') && { format: fields.get('default_format') }),
  };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY) throw new BadRequest(413, `a body may have ${MAX_BODY} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The named text fields of a multipart body. */
const parts = (body: string, boundary: string): (readonly [string, string])[] =>
  body.split(`--${boundary}`).flatMap((part) => {
    const head = part.indexOf('\r\n\r\n');
    const name = /name="([^"]*)"/.exec(part.slice(0, Math.max(head, 0)))?.[1];
    return name === undefined ? [] : [[name, part.slice(head + 4, -2)] as const];
  });
