import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DriverAnswer } from './driver';
import type { Exchange } from './proxy';
import type { Scenario, Wire } from './scenario';

/** Texts that begin with `~` become patterns, so that an expectation can be written in JSON. */
const patterned = (value: unknown): unknown => {
  if (typeof value === 'string')
    return value.startsWith('~') ? expect.stringMatching(new RegExp(value.slice(1))) : value;
  if (Array.isArray(value)) return value.map(patterned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, patterned(part)]));
};

/** What a call gave, against what a scenario expects. */
export const judgeAnswer = (
  { expect: { value, error, file } }: Scenario,
  answer: DriverAnswer,
  wire: readonly Exchange[],
) => {
  if (error) return expect(answer).toMatchObject({ ok: false, error: patterned(error) as object });
  // First, for its message says what went wrong.
  if (!answer.ok) expect(answer.error).toBeUndefined();
  if (file) value = { bytes: wire.at(-1)?.answer?.bytes, sha256: wire.at(-1)?.answer?.sha256 };
  const given = answer.ok ? answer.value : undefined;
  if (typeof value === 'object' && value !== null) expect(given).toMatchObject(patterned(value) as object);
  else if (value !== undefined) expect(given).toEqual(patterned(value));
};

/** What was on the wire. */
export const judgeWire = (wanted: Wire, wire: readonly Exchange[]): void => {
  if (wanted.requests !== undefined) expect(summaryOf(wire)).toHaveLength(wanted.requests);
  if (wanted.requests_at_least !== undefined) expect(wire.length).toBeGreaterThanOrEqual(wanted.requests_at_least);
  if (wanted.same_key) {
    const keys = wire.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toMatch(/^[!-~]{8,}$/);
    expect(new Set(keys).size).toBe(1);
    expect(new Set(wire.map(({ body }) => body)).size).toBe(1);
  }
  for (const [index, gap] of (wanted.gap_ms_at_least ?? []).entries())
    expect((wire[index + 1]?.at ?? 0) - (wire[index]?.at ?? 0)).toBeGreaterThanOrEqual(gap);
  compared(
    wanted.headers,
    wire.map(({ headers }) => headers),
  );
  compared(
    wanted.queries,
    wire.map(({ query }) => query),
  );
  if (wanted.methods) expect(wire.map(({ method }) => method)).toEqual(wanted.methods);
  if (wanted.paths) expect(wire.map(({ path }) => path)).toEqual(wanted.paths);
  if (wanted.body !== undefined) for (const { body } of wire) expect(JSON.parse(body)).toEqual(wanted.body);
  if (wanted.text !== undefined) for (const { body } of wire) expect(body).toBe(wanted.text);
};

const summaryOf = (wire: readonly Exchange[]) =>
  wire.map(({ method, path, query, answer }) => ({ method, path, query, status: answer?.status }));

const compared = (
  wanted: Wire['headers'] = [],
  given: readonly Readonly<Record<string, string | readonly string[] | undefined>>[],
): void => {
  for (const [index, fields] of wanted.entries()) {
    const named = Object.fromEntries(Object.keys(fields).map((name) => [name, given[index]?.[name] ?? null]));
    expect(named).toEqual(patterned(fields));
  }
};

/** The files in a folder by their names. */
export const filesIn = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
