import { endPrograms, eventually, freePort, startProgram, testFolder } from '../../../../test/support/programs';

const folder = testFolder();

describe('runApp', () => {
  afterEach(endPrograms);

  it("logs ready when the app's dependencies are up, without a probe, and ends cleanly", async () => {
    const app = await startProgram('test/fixtures/processes/app.ts', [], {
      PORT: String(await freePort()),
      DATA_DIR: folder,
    });
    const said = (): string[] =>
      app
        .output()
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => (JSON.parse(line) as { readonly msg: string }).msg);
    await eventually(() => expect(said()).toEqual(['connected', 'ready']));
    await app.end();
    await eventually(() => expect(said()).toEqual(['connected', 'ready', 'stopping', 'stopped']));
    expect(app.child.exitCode).toBe(0);
  });
});
