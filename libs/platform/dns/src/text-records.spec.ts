import { type NameServer, publishIn, startNameServer } from '../../../../test/support/name-server';
import { eventually, freePort } from '../../../../test/support/programs';
import { type LookUpTexts, textLookup } from '.';

let server: NameServer;
let lookUp: LookUpTexts;
beforeAll(async () => {
  server = await startNameServer();
  lookUp = textLookup([server.address]);
});
afterAll(() => server.close());

/** A busy machine may be too late for a resolver, which then does not know. */
const known = (name: string) =>
  eventually(async () => {
    const found = await lookUp(name);
    if (!found) throw new Error(`the look-up of ${name} has failed`);
    return found;
  });
const textsOf = async (name: string) => (await known(name)).map((chunks) => chunks.join(''));

describe('a look-up of TXT records', () => {
  it('finds all of them, long ones in chunks', async () => {
    publishIn(server.zone, 'some.example', { txt: ['one', 'x'.repeat(100)] });
    expect(await textsOf('some.example')).toEqual(['one', 'x'.repeat(100)]);
    expect((await known('some.example'))[1]).toHaveLength(2);
  });

  it('follows an alias', async () => {
    publishIn(server.zone, 'alias.example', { cname: 'target.example' });
    publishIn(server.zone, 'target.example', { txt: ['there'] });
    expect(await textsOf('alias.example')).toEqual(['there']);
  });

  it('finds none where the name or the records do not exist', async () => {
    publishIn(server.zone, 'bare.example', { txt: [] });
    expect(await known('unknown.example')).toEqual([]);
    expect(await known('bare.example')).toEqual([]);
  });

  it.each([
    ['fails', 2],
    ['refuses', 5],
    ['is silent', 'silence'],
  ] as const)('does not know when the name server %s', async (_, published) => {
    publishIn(server.zone, 'trouble.example', published);
    expect(await lookUp('trouble.example')).toBeUndefined();
  });

  it('is unknown when no name server listens', async () =>
    expect(await textLookup([`127.0.0.1:${await freePort()}`])('some.example')).toBeUndefined());
});
