import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import ipaddr from 'ipaddr.js';

/** What a name server says: addresses of both families, an error code of DNS (2: it has failed), or nothing at all. */
export type DnsAnswer = readonly string[] | number | 'silence';

export interface DnsServer {
  /** For DNS_SERVERS. */
  readonly address: string;
  /** The names that were asked for, once for each type. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

const TYPES: Readonly<Record<number, 'ipv4' | 'ipv6'>> = { 1: 'ipv4', 28: 'ipv6' };

/** A name server for tests. @param answer called for each question */
export const startDnsServer = async (answer: (name: string, nth: number) => DnsAnswer): Promise<DnsServer> => {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (query, { address, port }) => {
    const { name, type, end } = questionOf(query);
    const said = answer(name, asked.filter((other) => other === `${name} ${type}`).length);
    asked.push(`${name} ${type}`);
    if (said !== 'silence') socket.send(responseTo(query.subarray(0, end), type, said), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    close: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
};

const questionOf = (query: Buffer): { name: string; type: number; end: number } => {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
};

/** RFC 1035: the question once more, and an answer for each address of its type. */
const responseTo = (query: Buffer, type: number, said: readonly string[] | number): Buffer => {
  const addresses = typeof said === 'number' ? [] : said.filter((text) => ipaddr.parse(text).kind() === TYPES[type]);
  const header = Buffer.from(query);
  header.writeUInt16BE(0x8180 | (typeof said === 'number' ? said : 0), 2);
  header.writeUInt16BE(addresses.length, 6);
  header.writeUInt32BE(0, 8);
  const records = addresses.map((text) => {
    const bytes = Buffer.from(ipaddr.parse(text).toByteArray());
    const record = Buffer.alloc(12);
    record.writeUInt16BE(0xc00c, 0);
    record.writeUInt16BE(type, 2);
    record.writeUInt16BE(1, 4);
    record.writeUInt16BE(bytes.length, 10);
    return Buffer.concat([record, bytes]);
  });
  return Buffer.concat([header, ...records]);
};
