import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { eventually } from '../../../../test/support/programs';
import { createSample } from '../../../../test/support/http-sample';

const BODY = '{"destination_url":"https://example.com/"}';
const HEAD = [
  'POST /v1/links HTTP/1.1',
  'Host: localhost',
  'X-Api-Key: good',
  'Content-Type: application/json',
  `Content-Length: ${BODY.length}`,
  '\r\n',
].join('\r\n');

describe('authorization', () => {
  const started = async () => {
    const sample = await createSample();
    await sample.app.listen(0, '127.0.0.1');
    const { port } = sample.app.getHttpServer().address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    return { ...sample, socket };
  };

  it('is confirmed before the handler where the body ends after it', async () => {
    const { app, socket, seen, confirmed } = await started();
    socket.write(HEAD);
    await eventually(() => expect(seen).toHaveLength(1));
    expect(confirmed).toEqual([]);
    socket.write(BODY);
    await once(socket, 'data');
    expect(confirmed).toEqual(['links.create']);
    socket.destroy();
    await app.close();
  });

  it('is not confirmed where the body came with the head', async () => {
    const { app, socket, seen, confirmed } = await started();
    socket.write(HEAD + BODY);
    await once(socket, 'data');
    expect([seen.length, confirmed]).toEqual([1, []]);
    socket.destroy();
    await app.close();
  });
});
