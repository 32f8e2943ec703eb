import { randomFillSync } from 'node:crypto';

/** Random bytes in stock: asking for 16 costs nearly as much as asking for 4096. Each is used once. */
const stock = Buffer.alloc(4_096);
let used = stock.length;

const randomBytes16 = (): Buffer => {
  if (used === stock.length) {
    randomFillSync(stock);
    used = 0;
  }
  return stock.subarray(used, (used += 16));
};

/** UUID version 7 (RFC 9562): milliseconds first, then 74 random bits. Time-ordered and unguessable. */
export const uuidv7 = (now = Date.now()): string => {
  const bytes = randomBytes16();
  bytes.writeUIntBE(now, 0, 6);
  bytes[6] = (bytes.readUInt8(6) & 0x0f) | 0x70;
  bytes[8] = (bytes.readUInt8(8) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};
