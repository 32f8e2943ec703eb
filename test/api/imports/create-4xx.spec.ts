import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { eventually } from '../../support/programs';
import { imported, NDJSON, upload } from '../support/imports';
import { expectProblem, locationsOf } from '../support/problems';
import { gatewayUnderTest } from '../support/product';
import type { List } from '../support/records';
import { useWorkspace } from '../support/workspace';

const U = 'https://example.com/';

describe('POST /v1/links/import', () => {
  const workspace = useWorkspace();

  afterAll(async () => {
    expect((await workspace.get<List<object>>('/v1/imports')).body.meta.total).toBe(1);
  });

  it('names every unknown column', async () => {
    expect(locationsOf(await upload(workspace, `destination_url,colour,password\n${U},red,x\n`))).toEqual([
      'body.colour',
      'body.password',
    ]);
    const row = JSON.stringify({ destination_url: U, size: 1 });
    expect(locationsOf(await upload(workspace, row, { type: NDJSON }))).toEqual(['body.size']);
  });

  it.each(['x\0', '\ud800'])('refuses the name %j of an API, and keeps no place for its file', async (name) => {
    const row = JSON.stringify({ link: 'https://bit.ly/x', long_url: U, [name]: 1 });
    // More than may be waiting.
    for (let nth = 0; nth < 11; nth += 1)
      expect(locationsOf(await upload(workspace, row, { type: NDJSON }))).toEqual([`body.${name}`]);
    const csv = `link,long_url,x\0\nhttps://bit.ly/x,${U},1\n`;
    expect(locationsOf(await upload(workspace, csv))).toEqual(['body.x\0']);
  });

  it('refuses a file without known columns, without rows, or not of the source', async () => {
    expect(locationsOf(await upload(workspace, 'a,b\n1,2\n'))).toEqual(['body']);
    expect(locationsOf(await upload(workspace, ' \n'))).toEqual(['body']);
    expect(locationsOf(await upload(workspace, ''))).toEqual(['body']);
    expect(locationsOf(await upload(workspace, '[]', { type: NDJSON }))).toEqual(['body']);
    expect(locationsOf(await upload(workspace, `destination_url\n${U}\n`, { query: '?source=kutt' }))).toEqual([
      'body',
    ]);
  });

  it('refuses an unknown source, parameter or domain', async () => {
    const query = '?source=rebrandly&dry_run=true';
    expect(locationsOf(await upload(workspace, `destination_url\n${U}\n`, { query }))).toEqual([
      'query.dry_run',
      'query.source',
    ]);
    const answer = await upload(workspace, `destination_url\n${U}\n`, { query: '?domain=go.example' });
    expectProblem(answer, 400, 'domain_not_verified');
  });

  it('refuses other media types and larger files', async () => {
    const json = await upload(workspace, '[]', { type: 'application/json' });
    expectProblem(json, 415, 'unsupported_media_type');
    expect(json.body).toMatchObject({ detail: expect.stringMatching(/`text\/csv` or `application\/x-ndjson`/) });
    const { port } = gatewayUnderTest();
    const socket = connect(port, '127.0.0.1');
    const head = [
      'POST /v1/links/import HTTP/1.1',
      `Host: localhost:${port}`,
      `Authorization: Bearer ${workspace.token}`,
      'Content-Type: text/csv',
      `Content-Length: ${256 * 1024 * 1024 + 1}`,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 /);
  });

  describe('while the rest of what it refuses is on its way', () => {
    const head = (port: number, method: string, path: string, length: number) =>
      `${method} ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nAuthorization: Bearer ${workspace.token}\r\n` +
      `Content-Type: text/csv\r\nContent-Length: ${length}\r\n\r\n`;
    /** A connection on which a file was refused of which 300 kB have been sent. */
    const refused = async (size: number) => {
      const { port } = gatewayUnderTest();
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
      const client = { port, socket, said: '', ended: [] as string[] };
      socket.on('data', (bytes: Buffer) => (client.said += bytes.toString()));
      for (const event of ['end', 'error']) socket.on(event, () => client.ended.push(event));
      socket.write(head(port, 'POST', '/v1/links/import', size) + 'destination_url,colour\n'.padEnd(300_000, 'x'));
      await eventually(() => expect(client.said).toMatch(/^HTTP\/1\.1 400 [^]*"body\.colour"/));
      return client;
    };

    it('goes on with the connection after a small one', async () => {
      const client = await refused(1_000_000);
      client.socket.write('x'.repeat(700_000) + head(client.port, 'GET', '/v1/imports', 0));
      await eventually(() => expect(client.said).toMatch(/HTTP\/1\.1 200 /));
      expect(client.ended).toEqual([]);
      client.socket.destroy();
    });

    it('leaves time for the answer to a large one, and then closes the connection', async () => {
      const client = await refused(100_000_000);
      const flood = 'x'.repeat(1_000_000);
      const writing = setInterval(() => client.socket.writable && client.socket.write(flood), 10);
      await eventually(() => expect(client.ended).toEqual(['end', 'error']));
      clearInterval(writing);
      client.socket.destroy();
    });
  });

  it('leaves nothing of uploads that break off, of which four may be open', async () => {
    const { port } = gatewayUnderTest();
    const head = [
      'POST /v1/links/import HTTP/1.1',
      `Host: localhost:${port}`,
      `Authorization: Bearer ${workspace.token}`,
      'Content-Type: text/csv',
      'Content-Length: 1000',
    ].join('\r\n');
    const short = () => upload(workspace, 'destination_url,colour\n');
    // More in all than may be waiting.
    for (let round = 0; round < 3; round += 1) {
      const sockets: Socket[] = [];
      await eventually(async () => {
        const socket = connect(port, '127.0.0.1').on('error', () => undefined);
        sockets.push(socket);
        socket.write(`${head}\r\n\r\ndestination_url\n`);
        expect((await short()).status).toBe(429);
      });
      for (const socket of sockets) socket.destroy();
      await eventually(async () => expect((await short()).status).toBe(400));
    }
    expect(await imported(workspace, `destination_url\n${U}\n`)).toMatchObject({ created: 1 });
  });
});
