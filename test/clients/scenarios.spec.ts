import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Scenario } from './support/scenario';
import { Stage } from './support/stage';
import { underTest } from './support/under-test';

const scenarios = JSON.parse(readFileSync(join(__dirname, 'scenarios.json'), 'utf8')) as readonly Scenario[];
const { product, languages } = underTest();
const present = languages.filter(({ skipped }) => skipped === undefined);

describe.each(present)('$language', ({ command, env, language }) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.set({ command, env }, product);
  });
  afterAll(() => stage.end());

  it.each(scenarios.map((scenario) => [scenario.name, scenario] as const))('%s', async (name, scenario) => {
    const reason = await stage.play(scenario);
    if (reason) console.warn(`${language}: ${name}: ${reason}`);
  });
});

for (const { language, skipped } of languages) {
  if (skipped === undefined) continue;
  describe.skip(`${language}, skipped: ${skipped}`, () => {
    it.each(scenarios.map(({ name }) => name))('%s', () => undefined);
  });
}

describe('planted faults', () => {
  const planted = present.flatMap(({ language, faults }) => faults.map((fault) => ({ language, ...fault })));

  it.each(planted)('$language: $name is caught', async ({ command, env, caughtBy }) => {
    const scenario = scenarios.find(({ name }) => name === caughtBy);
    if (!scenario) throw new Error(`there is no scenario '${caughtBy}'`);
    const stage = await Stage.set({ command, env }, product);
    try {
      await expect(stage.play(scenario)).rejects.toThrow(/expect/);
    } finally {
      await stage.end();
    }
  });

  it('are there for each language', () => {
    expect(present.filter(({ faults }) => faults.length === 0).map(({ language }) => language)).toEqual([]);
  });
});
