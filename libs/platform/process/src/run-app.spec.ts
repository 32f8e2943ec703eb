import { endPrograms, eventually, freePort, startProgram, testFolder } from '../../../../test/support/programs';

const folder = testFolder();

describe('runApp', () => {
  afterEach(endPrograms);

  it("logs ready when the app's dependencies are up, without a probe, and ends cleanly", async () => {
    let text = '';
    const app = await startProgram('test/fixtures/processes/app.ts', [], {
      PORT: String(await freePort()),
      DATA_DIR: folder,
    });
    app.child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()));
    const said = (): string[] =>
      text
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { readonly msg: string }).msg);
    await eventually(() => expect(said()).toEqual(['connected', 'ready']));
    await app.end();
    expect([app.child.exitCode, said()]).toEqual([0, ['connected', 'ready', 'stopping', 'stopped']]);
  }, 30_000);
});
