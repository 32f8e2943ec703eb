import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ipaddr from 'ipaddr.js';

/**
 * The answer of a name server about a name: its TXT records (long ones go in chunks), the name that it is an alias of,
 * its addresses of both families, an error code of DNS (2: it has failed), or silence.
 */
export type Published =
  { readonly txt: readonly string[] } | { readonly cname: string } | readonly string[] | number | 'silence';

export interface DnsServer {
  /** For DNS_SERVERS. */
  readonly address: string;
  /** The questions so far: name and number of the type. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

/** A name server for tests that run in other processes: the folder of its zone says what it answers. */
export interface NameServer extends DnsServer {
  readonly zone: string;
}

const TYPES = { ipv4: 1, cname: 5, txt: 16, ipv6: 28 } as const;
const NOT_FOUND = 3;

/** Sets what the server says of a name from now on. @param published absent: that there is no such name */
export const publishIn = (zone: string, name: string, published?: Published): void => {
  const file = join(zone, `${name}.json`);
  if (published === undefined) return rmSync(file, { force: true });
  writeFileSync(`${file}.new`, JSON.stringify(published));
  renameSync(`${file}.new`, file);
};

export const startNameServer = async (): Promise<NameServer> => {
  const zone = mkdtempSync(join(tmpdir(), 'waymark-zone-'));
  const server = await startDnsServer((name) => read(zone, name));
  const close = async () => {
    await server.close();
    rmSync(zone, { recursive: true, force: true, maxRetries: 10 });
  };
  return { ...server, zone, close };
};

/** @param answer called for each question, and for each alias on the way; undefined: there is no such name */
export const startDnsServer = async (
  answer: (name: string, nth: number) => Published | undefined,
): Promise<DnsServer> => {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (query, { address, port }) => {
    const { name, type, end } = questionOf(query);
    const nth = asked.filter((other) => other === `${name} ${type}`).length;
    asked.push(`${name} ${type}`);
    const response = responseTo(query.subarray(0, end), { name, type }, (of) => answer(of, nth));
    if (response) socket.send(response, port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const close = async () => {
    socket.close();
    await once(socket, 'close');
  };
  return { address: `127.0.0.1:${socket.address().port}`, asked, close };
};

const read = (zone: string, name: string): Published | undefined => {
  try {
    return JSON.parse(readFileSync(join(zone, `${name}.json`), 'utf8')) as Published;
  } catch {
    return undefined;
  }
};

interface Question {
  readonly name: string;
  readonly type: number;
}

const questionOf = (query: Buffer): Question & { readonly end: number } => {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
};

const MOST_ALIASES = 8;

/** RFC 1035: the question once more, and the records; undefined for silence. */
const responseTo = (query: Buffer, { name, type }: Question, publishedAs: (name: string) => Published | undefined) => {
  const records: Buffer[] = [];
  let [owner, published] = [name, publishedAs(name)];
  while (typeof published === 'object' && 'cname' in published && records.length < MOST_ALIASES) {
    records.push(recordOf(owner, TYPES.cname, nameOf(published.cname)));
    [owner, published] = [published.cname, publishedAs(published.cname)];
  }
  if (published === 'silence') return undefined;
  records.push(...dataOf(published, type).map((data) => recordOf(owner, type, data)));
  const header = Buffer.from(query);
  header.writeUInt16BE(0x8180 | (typeof published === 'number' ? published : published ? 0 : NOT_FOUND), 2);
  header.writeUInt16BE(records.length, 6);
  header.writeUInt32BE(0, 8);
  return Buffer.concat([header, ...records]);
};

/** The data of each record of a type. */
const dataOf = (published: Published | undefined, type: number): readonly Buffer[] => {
  if (typeof published !== 'object' || 'cname' in published) return [];
  if ('txt' in published) return type === TYPES.txt ? published.txt.map(chunksOf) : [];
  const addresses = published.map((text) => ipaddr.parse(text)).filter((address) => TYPES[address.kind()] === type);
  return addresses.map((address) => Buffer.from(address.toByteArray()));
};

const recordOf = (owner: string, type: number, data: Buffer): Buffer => {
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(type, 0);
  fixed.writeUInt16BE(1, 2);
  fixed.writeUInt16BE(data.length, 8);
  return Buffer.concat([nameOf(owner), fixed, data]);
};

const nameOf = (name: string): Buffer =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label, 'latin1')])),
    Buffer.alloc(1),
  ]);

const chunksOf = (text: string): Buffer =>
  Buffer.concat(
    (text.match(/.{1,60}/gs) ?? ['']).map((chunk) =>
      Buffer.concat([Buffer.from([Buffer.byteLength(chunk)]), Buffer.from(chunk)]),
    ),
  );
