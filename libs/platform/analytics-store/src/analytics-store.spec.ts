import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { StoreUnavailable } from '@kernel';
import {
  createAnalyticsClient,
  encodeRows,
  insertClicks,
  insertEncodedClicks,
  migrateAnalytics,
  tookTooLong,
  type AnalyticsClient,
  type ClickRow,
  type StreamFormat,
} from './index';
import { PATIENCE_MS } from '../../../../test/support/analytics-store';
import { eventually, startProgram, testFolder, type Program } from '../../../../test/support/programs';

const PROGRAM = 'test/fixtures/processes/clickhouse.ts';

describe('ClickHouse behind its own client', () => {
  const folder = testFolder();
  const socketPath = join(folder, 's', 'http.sock');
  let engine: Program;
  let client: AnalyticsClient;

  const start = async () => {
    engine = await startProgram(PROGRAM, [join(folder, 'chdb'), socketPath], { UV_THREADPOOL_SIZE: '20' });
    client = createAnalyticsClient({ socketPath, timeout: PATIENCE_MS });
    await migrateAnalytics(client);
  };
  const restart = async (signal: NodeJS.Signals) => {
    await client.close();
    await engine.end(signal);
    await start();
  };
  const clicks = async () => Number((await client.rows<{ n: string }>('SELECT count() AS n FROM clicks'))[0]?.n);

  beforeAll(start);
  beforeEach(async () => void (await client.command('TRUNCATE TABLE clicks')));
  afterAll(async () => {
    await client.close();
    await engine.end();
  });

  it('answers a ping', async () => expect(await client.ping()).toBeUndefined());

  it('binds parameters of every kind, whatever characters are in them', async () => {
    const params = {
      text: `'; DROP TABLE clicks -- \\ \t\n é {x:String}`,
      texts: [`it's`, 'a\\b', ''],
      number: 9,
      yes: true,
    };
    const sql =
      'SELECT {text:String} AS text, {texts:Array(String)} AS texts, {number:Int64} AS number, {yes:Bool} AS yes';
    expect(await client.rows(sql, params)).toEqual([{ ...params, number: '9' }]);
  });

  it('takes parameters that are too long for a URL', async () => {
    const points = Array.from({ length: 2_500 }, (_, index) => 1_700_000_000_000 + index);
    expect(await client.rows('SELECT length({points:Array(Int64)}) AS length', { points })).toEqual([
      { length: '2500' },
    ]);
  });

  it('takes such parameters for commands and streams as well', async () => {
    const ids = Array.from({ length: 2_000 }, (_, nth) => `ws_${String(nth).padStart(24, '0')}`);
    await client.command('ALTER TABLE clicks DELETE WHERE workspace_id IN {ids:Array(String)}', { ids });
    const stream = await client.stream('SELECT length({ids:Array(String)}) AS n', 'JSONEachRow', { ids });
    const chunks: Buffer[] = [];
    for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
    expect(Buffer.concat(chunks).toString()).toContain('2000');
  });

  it('keeps the parameters of concurrent queries apart', async () => {
    const answers = Array.from({ length: 40 }, (_, id) =>
      client.rows<{ id: number }>('SELECT {id:UInt8} AS id, sleepEachRow(0.001) FROM numbers(3) LIMIT 1', { id }),
    );
    expect((await Promise.all(answers)).map((rows) => rows[0]?.id)).toEqual(Array.from({ length: 40 }, (_, id) => id));
  });

  it("rejects a wrong statement with ClickHouse's error", async () => {
    await expect(client.rows('SELECT (1 FROM clicks')).rejects.toMatchObject({ type: 'SYNTAX_ERROR' });
  });

  it.each(['SELECT 1 FROM nowhere', 'SELECT nothing FROM clicks'])(
    'reports something missing as not there yet: %s',
    async (sql) => {
      await expect(client.rows(sql)).rejects.toBeInstanceOf(StoreUnavailable);
    },
  );

  it('never returns half an answer as a whole one, nor its rest to the next query', async () => {
    const failing = 'SELECT throwIf(number = 3000000) FROM numbers(10000000)';
    await expect(client.rows(failing)).rejects.toMatchObject({ type: 'FUNCTION_THROW_IF_VALUE_IS_NON_ZERO' });
    await expect(streamed(failing)).rejects.toThrow(/aborted/);
    expect(await client.rows('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('streams an answer larger than its buffer', async () => {
    const chunks = await streamed('SELECT number FROM numbers(300000)');
    expect(chunks.length).toBeGreaterThan(3);
    expect(Buffer.concat(chunks).toString().split('\n').slice(-2)).toEqual(['299999', '']);
  });

  /** As by a client that does not ask for a whole answer. */
  const streamed = async (sql: string): Promise<Buffer[]> => {
    const [response] = (await once(request({ socketPath, method: 'POST', path: '/' }).end(sql), 'response')) as [
      IncomingMessage,
    ];
    return response.toArray() as Promise<Buffer[]>;
  };

  it('streams one document, whatever its format', async () => {
    const sql = 'SELECT number AS n FROM numbers(300000) ORDER BY n';
    const csv = (await whole(sql, 'CSVWithNames')).toString();
    expect([csv.split('"n"').length - 1, csv.trim().split('\n').length]).toEqual([1, 300_001]);
    expect((await whole(sql, 'JSONEachRow')).toString().trim().split('\n').at(-1)).toBe('{"n":"299999"}');
    const file = join(folder, 'n.parquet');
    writeFileSync(file, await whole(sql, 'Parquet'));
    expect(await client.rows(`SELECT count() AS rows, sum(n) AS sum FROM file('${file}', 'Parquet')`)).toEqual([
      { rows: '300000', sum: '44999850000' },
    ]);
  });

  it('streams an answer without rows as an empty document', async () => {
    const sql = 'SELECT number AS n FROM numbers(10) WHERE n > {least:UInt8}';
    expect((await whole(sql, 'CSVWithNames', { least: 10 })).toString()).toBe('"n"\n');
    expect((await whole(sql, 'JSONEachRow', { least: 10 })).toString()).toBe('');
    expect((await whole(sql, 'Parquet', { least: 10 })).subarray(0, 4).toString()).toBe('PAR1');
  });

  it('refuses to stream a wrong statement, and fails the stream of one that fails half-way', async () => {
    await expect(client.stream('SELECT 1 +', 'CSVWithNames')).rejects.toMatchObject({ type: 'SYNTAX_ERROR' });
    const failing = 'SELECT throwIf(number = 3000000) FROM numbers(10000000)';
    for (const format of ['CSVWithNames', 'JSONEachRow'] as const)
      await expect(whole(failing, format)).rejects.toThrow();
  });

  it('waits for a slow reader, answers others meanwhile, and ends the statement when the reader is gone', async () => {
    const streams = await Promise.all(
      Array.from({ length: 4 }, () =>
        client.stream("SELECT number, repeat('x', 100) FROM numbers(1000000000)", 'CSVWithNames'),
      ),
    );
    expect(await statements()).toBe(4);
    const answers = Array.from({ length: 20 }, () => client.rows<{ one: number }>('SELECT 1 AS one'));
    expect((await Promise.all(answers)).flat()).toHaveLength(20);
    for (const stream of streams) stream.destroy();
    await eventually(async () => expect(await statements()).toBe(0));
    expect((await whole('SELECT 1 AS one', 'CSVWithNames')).toString()).toBe('"one"\n1\n');
  });

  /** The statements that are kept running by counting. */
  const running = async (numbers: string): Promise<number> => {
    const [row] = await client.rows<{ n: string }>(
      'SELECT count() AS n FROM system.processes WHERE position(query, {text:String}) > 0 ' +
        'AND position(query, {not:String}) = 0',
      { text: `numbers(${numbers})`, not: 'system.processes' },
    );
    return Number(row?.n);
  };

  it('kills a read that its caller has aborted, and answers others', async () => {
    const gone = new AbortController();
    const asked = client.rows(
      'SELECT sum(sipHash64(number)) FROM numbers(90000000000001)',
      {},
      { signal: gone.signal },
    );
    asked.catch(() => undefined);
    await eventually(async () => expect(await running('90000000000001')).toBe(1));
    gone.abort();
    await expect(asked).rejects.toThrow(StoreUnavailable);
    await eventually(async () => expect(await running('90000000000001')).toBe(0));
  });

  it('gives up at once a read that is aborted while it waits, and never starts it', async () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const long = Array.from({ length: 8 }, () =>
      client.rows('SELECT sum(sipHash64(number)) FROM numbers(90000000000002)', {}, { signal: first.signal }),
    );
    let over = 0;
    for (const one of long) one.catch(() => (over += 1));
    const late = client.rows(
      'SELECT sum(sipHash64(number)) FROM numbers(90000000000003)',
      {},
      { signal: second.signal },
    );
    second.abort();
    await expect(late).rejects.toThrow(StoreUnavailable);
    expect(over).toBe(0);
    first.abort();
    expect((await Promise.allSettled(long)).map(({ status }) => status)).toEqual(Array(8).fill('rejected'));
    expect(await running('90000000000003')).toBe(0);
  });

  it('ends a read by itself at its time limit', async () => {
    const asked = client.rows('SELECT sum(sipHash64(number)) FROM numbers(90000000000004)', {}, { timeout: 300 });
    const failure: unknown = await asked.catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StoreUnavailable);
    expect(tookTooLong(failure)).toBe(true);
    await eventually(async () => expect(await running('90000000000004')).toBe(0));
  });

  it('keeps nothing of a read that has failed while a stream waits for its reader', async () => {
    const slow = await client.stream("SELECT number, repeat('x', 100) FROM numbers(1000000000)", 'CSVWithNames');
    const failing = 'SELECT sum(throwIf(number = 3000000)) FROM numbers(90000000000006)';
    await expect(client.rows(failing)).rejects.toThrow(/throwIf/);
    const endless = 'SELECT sum(sipHash64(number)) FROM numbers(90000000000006)';
    await expect(client.rows(endless, {}, { timeout: 300 })).rejects.toThrow(StoreUnavailable);
    await eventually(async () => expect(await running('90000000000006')).toBe(0));
    expect(await statements()).toBe(1);
    slow.destroy();
    await eventually(async () => expect(await statements()).toBe(0));
  });

  it('inserts while as many reads as can run are under way', async () => {
    const gone = new AbortController();
    const long = Array.from({ length: 8 }, () =>
      client.rows(
        'SELECT sum(sipHash64(number)) FROM numbers(90000000000005)',
        {},
        { signal: gone.signal, priority: 6 },
      ),
    );
    const loader = createAnalyticsClient({ socketPath, timeout: PATIENCE_MS });
    await insertClicks(loader, 'beside-reads', [click(77)]);
    gone.abort();
    expect((await Promise.allSettled(long)).map(({ status }) => status)).toEqual(Array(8).fill('rejected'));
    await loader.close();
  });

  it('answers others while it ends one statement and another waits for its reader', async () => {
    const sql = "SELECT number, repeat('x', 200) AS text FROM numbers(1000000000)";
    for (let round = 0; round < 10; round += 1) {
      const [gone, slow] = [await client.stream(sql, 'JSONEachRow'), await client.stream(sql, 'JSONEachRow')];
      gone.destroy();
      for (let n = 0; n < 5; n += 1) expect(await client.rows('SELECT 1 AS one')).toEqual([{ one: 1 }]);
      slow.destroy();
      await eventually(async () => expect(await statements()).toBe(0));
    }
  });

  /** Streamed statements that are running. */
  const statements = async () =>
    Number(
      (
        await client.rows<{ n: string }>(
          "SELECT count() AS n FROM system.processes WHERE query LIKE 'INSERT INTO FUNCTION%'",
        )
      )[0]?.n,
    );

  const whole = async (sql: string, format: StreamFormat, params = {}): Promise<Buffer> =>
    Buffer.concat(await (await client.stream(sql, format, params)).toArray());

  it('returns a click exactly as it was inserted', async () => {
    const row = { ...click(1), destination: 'https://example.com/?q=\'"\\\n\t', tags: ['a,b', "c'd"] };
    await insertClicks(client, 'block-1', [row]);
    const [found] = await client.rows<ClickRow>('SELECT * EXCEPT (reclassified, rewritten) FROM clicks');
    expect({ ...found, seq: Number(found?.seq) }).toEqual(row);
  });

  it('returns any text as it was inserted, in texts and in lists of texts', async () => {
    const nasty = [
      '\\',
      '\\N',
      '\t',
      '\n',
      '\r\n',
      '\r',
      '\0',
      '\b\f',
      "'",
      '"',
      '`',
      "\\'",
      ',',
      '[]',
      "['a']",
      '\u2028',
      'é',
      '\u{1f600}',
      '\\t',
      'end\\',
      ' ',
    ];
    const texts = nasty.flatMap((text) => [text, `a${text}`, `${text}b`, `${text}${text}`]);
    const rows = texts.map((text, seq) => ({
      ...click(seq),
      link_id: text,
      destination: text,
      agent: text,
      referrer_url: text,
      city: text,
      tags: [text, '', text],
    }));
    await insertClicks(client, 'texts', rows);
    const found = await client.rows<ClickRow>('SELECT * FROM clicks ORDER BY seq');
    expect(found.map((row) => ({ ...row, seq: Number(row.seq) }))).toMatchObject(rows);
  });

  it('takes a click whose texts are not valid Unicode', async () => {
    await insertClicks(client, 'block-1', [
      { ...click(1), destination: 'https://example.com/\ud800', tags: ['\udfff', '\u0000'], campaign_id: '\ud83d' },
    ]);
    expect(await clicks()).toBe(1);
  });

  it('repeats an insert with the same token without effect, also after a stop and after a kill', async () => {
    const rows = [click(1), click(2)];
    await insertClicks(client, 'block-1', rows);
    await insertClicks(client, 'block-1', rows);
    await restart('SIGTERM');
    await insertClicks(client, 'block-1', rows);
    await restart('SIGKILL');
    await insertClicks(client, 'block-1', rows);
    expect(await clicks()).toBe(2);
    await insertClicks(client, 'block-2', rows);
    expect(await clicks()).toBe(4);
  });

  it('takes all rows of an insert or none', async () => {
    await expect(insertClicks(client, 'block-1', [click(1), { ...click(2), revision: 'none' }])).rejects.toThrow(
      /parse/,
    );
    expect(await clicks()).toBe(0);
  });

  it('takes blocks of rows as one insert, all of them once', async () => {
    const parts = async () =>
      Number(
        (await client.rows<{ n: string }>("SELECT count() AS n FROM system.parts WHERE table = 'clicks' AND active"))[0]
          ?.n,
      );
    const blocks = [0, 1, 2].map((block) =>
      encodeRows(Array.from({ length: 1_000 }, (_, index) => click(block * 1_000 + index))),
    );
    for (let time = 0; time < 2; time += 1) await insertEncodedClicks(client, 'blocks', [Buffer.alloc(0), ...blocks]);
    const [found] = await client.rows('SELECT count() AS n, uniqExact(seq) AS distinct, max(seq) AS last FROM clicks');
    expect({ ...(found as object), parts: await parts() }).toEqual({
      n: '3000',
      distinct: '3000',
      last: '2999',
      parts: 1,
    });
  });

  it.each([255, 256, 257, 65_535, 65_536, 65_537])('keeps %d different texts of a column apart', async (count) => {
    const rows = Array.from({ length: count }, (_, seq) => ({
      ...click(seq),
      link_id: `link_${seq}`,
      tags: [`tag_${seq}`, 'a'],
    }));
    await insertClicks(client, 'texts', rows);
    const sql =
      "SELECT count() AS n, countIf(link_id = concat('link_', toString(seq)) " +
      "AND tags = [concat('tag_', toString(seq)), 'a']) AS right FROM clicks";
    expect(await client.rows(sql)).toEqual([{ n: String(count), right: String(count) }]);
  });

  it('returns texts of any length, lists that are empty and numbers of any size as they were inserted', async () => {
    const lengths = [0, 1, 127, 128, 129, 16_383, 16_384, 20_000];
    const rows = lengths.map((length, index) => ({
      ...click(Number.MAX_SAFE_INTEGER - index),
      destination: 'x'.repeat(length),
      visitor: 'é'.repeat(length),
      revision: '9999999999999999999',
      tags: [],
      rule: 65_535,
      bot_rules: 258,
    }));
    await insertClicks(client, 'lengths', rows);
    const found = await client.rows<ClickRow>('SELECT * FROM clicks ORDER BY seq DESC');
    expect(found.map((row) => ({ ...row, seq: Number(row.seq) }))).toMatchObject(rows);
  });

  it('is unavailable when nothing listens on its port', async () => {
    const nobody = createAnalyticsClient({ socketPath: join(folder, 'nobody.sock') });
    await expect(nobody.rows('SELECT 1')).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(nobody.ping()).rejects.toBeInstanceOf(StoreUnavailable);
    await nobody.close();
  });
});

describe('an error of ClickHouse', () => {
  /** What the client makes of an answer with this code. */
  const failureOf = async (code: number): Promise<unknown> => {
    const engine = createServer((_, response) => {
      response.writeHead(500, { 'x-clickhouse-exception-code': String(code) });
      response.end(`Code: ${code}. DB::Exception: it failed. (SOME_ERROR)`);
    }).listen(0, '127.0.0.1');
    await once(engine, 'listening');
    const client = createAnalyticsClient({ url: `http://127.0.0.1:${(engine.address() as AddressInfo).port}` });
    const failure = await client.stream('SELECT 1', 'CSVWithNames').catch((error: unknown) => error);
    await client.close();
    engine.close();
    return failure;
  };

  it.each([243, 75])('that its disk is full (%d) may pass', async (code) =>
    expect(await failureOf(code)).toBeInstanceOf(StoreUnavailable),
  );

  it('that a statement is wrong does not', async () =>
    expect(await failureOf(62)).not.toBeInstanceOf(StoreUnavailable));
});

describe('ClickHouse on a port', () => {
  const folder = testFolder();

  it('is open only to clients with the password', async () => {
    const engine = await startProgram(PROGRAM, [join(folder, 'chdb'), '0', 'secret']);
    const [{ url }] = await new Promise<[{ url: string }]>((resolve) => {
      engine.child.once('message', (message: { url: string }) => resolve([message]));
      engine.child.send('address?');
    });
    const address = new URL(url);
    const known = createAnalyticsClient({ url: `http://default:secret@${address.host}`, timeout: PATIENCE_MS });
    const unknown = createAnalyticsClient({ url: `http://default:guess@${address.host}`, timeout: PATIENCE_MS });
    try {
      expect(await known.rows('SELECT 1 AS one')).toEqual([{ one: 1 }]);
      await expect(unknown.rows('SELECT 1 AS one')).rejects.toMatchObject({ type: 'AUTHENTICATION_FAILED' });
      expect(await statusOf(address)).toBe(401);
    } finally {
      await Promise.all([known.close(), unknown.close()]);
      await engine.end();
    }
  });
});

const statusOf = (address: URL) =>
  new Promise((resolve, reject) => {
    request(address, { method: 'POST' }, (response) => resolve(response.resume().statusCode))
      .on('error', reject)
      .end('SELECT 1');
  });

const click = (seq: number): ClickRow => ({
  workspace_id: 'ws_1',
  link_id: 'link_1',
  time: '2026-11-21 10:00:00.123',
  source: 'source',
  seq,
  domain_id: 'dom_default',
  revision: '3',
  tags: ['a'],
  campaign_id: '',
  destination: 'https://example.com/',
  utm_source: '',
  utm_medium: '',
  utm_campaign: '',
  utm_term: '',
  utm_content: '',
  rule: null,
  variant: 1,
  agent: 'Mozilla/5.0',
  accept_language: 'en',
  referer: '',
  cdn_country: 'DE',
  purpose: '',
  method: 'GET',
  trigger: 'link',
  is_bot: false,
  bot_rules: 1,
  visitor: 'v1',
  network: '192.0.2.0/24',
  enrichment: 1,
  country: 'DE',
  region: '',
  city: '',
  continent: 'EU',
  device: 'desktop',
  browser: 'Firefox',
  os: 'Linux',
  language: 'en',
  referrer: '',
  referrer_url: '',
});
