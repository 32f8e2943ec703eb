/** Writes a small database in MaxMind's format (2.0, records of 24 bits): the part that a test needs. */
export const mmdb = (type: string, entries: Readonly<Record<string, unknown>>): Buffer => {
  const tree: (number | null)[][] = [[null, null]];
  const data: Buffer[] = [];
  let size = 0;
  for (const [network, entry] of Object.entries(entries)) {
    const encoded = encode(entry);
    place(tree, bitsOf(network), -1 - size);
    data.push(encoded);
    size += encoded.length;
  }
  // A record is another node, nothing (the number of nodes), or an entry's place in the data section after its
  // separator.
  const records = tree.flat().map((to) => (to === null ? tree.length : to < 0 ? tree.length + 16 - 1 - to : to));
  const nodes = Buffer.alloc(records.length * 3);
  records.forEach((record, index) => nodes.writeUIntBE(record, index * 3, 3));
  const metadata = encode({
    node_count: tree.length,
    record_size: 24,
    ip_version: 6,
    database_type: type,
    languages: ['en'],
    description: { en: 'test' },
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_700_000_000,
  });
  return Buffer.concat([nodes, Buffer.alloc(16), ...data, Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1'), metadata]);
};

/** Bits of `a.b.c.0/24`, which is at ::a.b.c.0 in a tree of both families, or of `x:y:z::/48`. */
const bitsOf = (network: string): number[] => {
  const [address = '', length] = network.split('/');
  const bytes = address.includes(':')
    ? address
        .replace(/::$/, '')
        .split(':')
        .flatMap((part) => [parseInt(part, 16) >> 8, parseInt(part, 16) & 255])
    : [...Array<number>(12).fill(0), ...address.split('.').map(Number)];
  const bits = bytes.flatMap((byte) => [7, 6, 5, 4, 3, 2, 1, 0].map((shift) => (byte >> shift) & 1));
  return bits.slice(0, Number(length) + (address.includes(':') ? 0 : 96));
};

const place = (tree: (number | null)[][], bits: readonly number[], value: number): void => {
  let node = 0;
  bits.forEach((bit, depth) => {
    const record = tree[node] ?? [];
    if (depth === bits.length - 1) record[bit] = value;
    else node = record[bit] ??= tree.push([null, null]) - 1;
  });
};

const encode = (value: unknown): Buffer => {
  if (typeof value === 'string') return Buffer.concat([head(2, Buffer.byteLength(value)), Buffer.from(value)]);
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return Buffer.concat([head(6, 4), bytes]);
  }
  if (Array.isArray(value)) return Buffer.concat([head(11, value.length), ...value.map(encode)]);
  const fields = Object.entries(value as object);
  return Buffer.concat([head(7, fields.length), ...fields.flatMap(([key, inner]) => [encode(key), encode(inner)])]);
};

/** Control bytes: the type, and a size below 285. */
const head = (type: number, size: number): Buffer => {
  const low = Math.min(size, 29);
  return Buffer.from([
    type > 7 ? low : (type << 5) | low,
    ...(type > 7 ? [type - 7] : []),
    ...(low === 29 ? [size - 29] : []),
  ]);
};
