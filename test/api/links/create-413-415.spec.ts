import { createConnection } from 'node:net';
import { send, type SendOptions } from '../../support/waymark';
import { expectProblem } from '../support/problems';
import { gatewayUnderTest } from '../support/product';
import { useWorkspace } from '../support/workspace';

describe('POST /v1/links', () => {
  const workspace = useWorkspace();
  const post = (options: SendOptions) =>
    send(workspace.product, 'POST', '/v1/links', {
      ...options,
      headers: { authorization: `Bearer ${workspace.token}`, ...options.headers },
    });
  const link = '{"destination_url":"https://example.com"}';

  afterAll(async () => expect(await workspace.countLinks()).toBe(0));

  it('refuses a body of 2 MB and leaves the connection usable', async () => {
    const body = JSON.stringify({ destination_url: 'https://example.com', title: 'x'.repeat(2_000_000) });
    expectProblem(await post({ body, headers: { 'content-type': 'application/json' } }), 413, 'payload_too_large');
  });

  it('refuses a chunked body of 2 MB', async () => {
    const answer = await chunked(gatewayUnderTest().port, workspace.token);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain('"code":"payload_too_large"');
  });

  it.each([
    ['no media type', undefined],
    ['plain text', 'text/plain'],
    ['a form', 'application/x-www-form-urlencoded'],
    ['XML', 'application/xml'],
    ['several parts', 'multipart/form-data; boundary=x'],
    ['JSON in UTF-16', 'application/json; charset=utf-16'],
    ['a word', 'json'],
    ['JSON lines', 'application/x-ndjson'],
    ['nonsense', ';;;'],
  ])('refuses a body with %s', async (_, type) => {
    expectProblem(
      await post({ body: link, headers: type === undefined ? {} : { 'content-type': type } }),
      415,
      'unsupported_media_type',
    );
  });

  it('refuses a compressed body', async () => {
    const answer = await post({
      body: link,
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    });
    expectProblem(answer, 415, 'unsupported_media_type');
    expect(answer.body).toMatchObject({ detail: expect.stringMatching(/without `Content-Encoding`/) });
  });

  it('checks the credential before the size and the media type', async () => {
    const body = 'x'.repeat(2_000_000);
    expectProblem(
      await send(workspace.product, 'POST', '/v1/links', { body, headers: { 'content-type': 'text/plain' } }),
      401,
      'missing_credentials',
    );
  });
});

describe('POST /v1/links with JSON in UTF-8', () => {
  const workspace = useWorkspace();

  it.each(['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/json;charset="UTF-8"'])(
    'is read as %s',
    async (type) => {
      expect(
        (await workspace.post('/v1/links', '{"destination_url":"https://example.com/ü"}', { 'content-type': type }))
          .status,
      ).toBe(201);
    },
  );
});

const chunked = (port: number, token: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = createConnection(port, '127.0.0.1');
    let said = '';
    socket.setTimeout(30_000, () => socket.destroy(new Error('no answer')));
    socket.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('request_id')) socket.destroy();
    });
    socket.on('close', () => resolve(said));
    socket.on('error', (error) => (said === '' ? reject(error) : resolve(said)));
    socket.write(
      `POST /v1/links HTTP/1.1\r\nHost: localhost:${port}\r\nAuthorization: Bearer ${token}\r\nContent-Type: ` +
        `application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    const piece = `${(65_536).toString(16)}\r\n${'x'.repeat(65_536)}\r\n`;
    for (let sent = 0; sent < 2_000_000; sent += 65_536) socket.write(piece);
    socket.write('0\r\n\r\n');
  });
