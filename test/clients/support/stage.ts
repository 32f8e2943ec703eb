import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Address, api, register, send } from '../../support/waymark';
import { eventually } from '../../support/programs';
import { Driver, type DriverAnswer } from './driver';
import { filesIn, judgeAnswer, judgeWire } from './judge';
import { FaultProxy } from './proxy';
import type { Prepared, Scenario } from './scenario';
import type { Command } from './under-test';

const MOST_TRIES = 5;

type Values = Record<string, unknown>;

/** A driver against a proxy against the product, with a workspace of its own. */
export class Stage {
  private constructor(
    readonly proxy: FaultProxy,
    readonly driver: Driver,
    private readonly command: Command,
    private readonly product: Address,
    readonly credentials: Readonly<Record<'key' | 'reader' | 'owner', string>>,
  ) {}

  static async set(command: Command, product: Address): Promise<Stage> {
    const proxy = await new FaultProxy(product).start();
    const { access_token: owner } = await eventually(() => register(product));
    const keyOf = (scope: string): Promise<string> =>
      eventually(async () => {
        const { body, status } = await api(product, owner).post<{ key: string }>('/v1/api-keys', {
          name: scope,
          scope,
        });
        if (status !== 201) throw new Error(`a key could not be made: ${status}`);
        return body.key;
      });
    const credentials = { key: await keyOf('Read + Write'), reader: await keyOf('Read'), owner };
    return new Stage(proxy, new Driver(command, proxy.url, credentials.key), command, product, credentials);
  }

  async end(): Promise<void> {
    await this.driver.end();
    await this.proxy.close();
  }

  /** Runs a scenario. @throws what it expects and does not find; @returns why it could not be run, if so */
  async play(written: Scenario): Promise<string | undefined> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.playOnce(written);
      } catch (error) {
        // The product failed by itself, on a machine that is too busy: that says nothing of the library.
        if (!this.proxy.productFailed || tries >= MOST_TRIES) throw error;
      }
    }
  }

  private async playOnce(written: Scenario): Promise<string | undefined> {
    const folder = mkdtempSync(join(tmpdir(), 'waymark-scenario-'));
    try {
      return await this.playIn(folder, written);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  private async playIn(folder: string, written: Scenario): Promise<string | undefined> {
    const credential = this.credentials[written.as ?? 'key'];
    const values: Values = { folder, unique: randomBytes(6).toString('hex'), ...this.credentials };
    for (const one of written.prepare ?? []) await this.prepare(filled(one, values), credential, folder, values);
    const scenario = filled(written, values);
    this.proxy.expect(scenario.faults ?? []);
    const answers = await this.ask(scenario, credential);
    for (const answer of answers) {
      if (!answer.ok && answer.error.kind === 'Unsupported') return 'the language cannot do this';
      judgeAnswer(scenario, answer, this.proxy.exchanges);
    }
    if (scenario.racers) expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    judgeWire(scenario.wire ?? {}, this.proxy.exchanges);
    for (const { get, status = 200, body } of scenario.then ?? []) {
      await eventually(async () => {
        const answer = await api(this.product, credential).get(get);
        if (answer.status >= 500) throw new Error(`${get} answered ${answer.status}`);
        return answer;
      }).then((answer) => {
        expect([get, answer.status]).toEqual([get, status]);
        if (body !== undefined) expect(answer.body).toMatchObject(body as object);
      });
    }
    if (scenario.files) expect(filesIn(folder)).toEqual(scenario.files);
    return undefined;
  }

  private async prepare(one: Prepared, credential: string, folder: string, values: Values): Promise<void> {
    if ('file' in one) return writeFileSync(join(folder, one.file), one.text.repeat(one.times ?? 1));
    for (let index = 0; index < (one.repeat ?? 1); index += 1) {
      const headers = { authorization: `Bearer ${credential}`, 'idempotency-key': randomBytes(16).toString('hex') };
      const answer = await eventually(async () => {
        const { status, body, text } = await send(this.product, one.method, one.path, { headers, body: one.body });
        if (status >= 300) throw new Error(`${one.method} ${one.path} answered ${status}: ${text}`);
        return body;
      });
      if (one.name) values[one.name] = answer;
    }
  }

  /** The answers of all racers, or of the one driver. */
  private async ask(scenario: Scenario, credential: string): Promise<readonly DriverAnswer[]> {
    const {
      name: _name,
      as,
      prepare: _prepare,
      faults: _faults,
      racers = 0,
      expect: _expect,
      wire: _wire,
      ...rest
    } = scenario;
    const { then: _then, files: _files, ...asked } = rest;
    // The key is that of the client: of a call is only what a scenario says.
    const options = { ...(as ? { api_key: credential } : {}), ...asked.options };
    const others = Array.from(
      { length: Math.max(0, racers - 1) },
      () => new Driver(this.command, this.proxy.url, this.credentials.key),
    );
    const answers = [this.driver, ...others].map((driver) => driver.ask({ ...asked, options }));
    return Promise.all(answers).finally(() => Promise.all(others.map((driver) => driver.end())));
  }
}

/** With its values in place of their names. */
const filled = <T>(written: T, values: Values): T => {
  const text = JSON.stringify(written).replace(/\{\{([\w.]+)\}\}/g, (_whole, path: string) => {
    const value = path.split('.').reduce<unknown>((part, name) => (part as Values)[name], values);
    return JSON.stringify(String(value)).slice(1, -1);
  });
  return JSON.parse(text) as T;
};
