import { crc32 } from 'node:zlib';

/**
 * A segment is a sequence of frames: length (u32), CRC32 (u32), kind (u8), seq (u48) and payload. Length and CRC cover
 * kind, seq and payload. The CRC of a frame continues that of the frame before it in the same block, so a seal
 * vouches for every record of its block. A length of 0 is the zeroed space ahead of the writer.
 */
export enum FrameKind {
  /** First frame of a segment; payload: {@link SegmentHeader} as JSON. */
  Header = 1,
  /** One appended record. */
  Record = 2,
  /** Ends a block; payload: {@link Seal} as JSON. */
  Seal = 3,
}

const LENGTH = 0;
const CRC = 4;
const BODY = 8;
const PAYLOAD = 15;
/** Bytes of a frame besides its payload. */
export const FRAME_OVERHEAD = PAYLOAD;
/** Largest payload of one record. */
export const MAX_PAYLOAD = 64 * 1024;

export interface SegmentHeader {
  readonly source: string;
  readonly segment: number;
  /** Where the segment before this one ends: its bytes after that offset are void. */
  readonly previous: { readonly segment: number; readonly end: number } | null;
  /** Records taken over from the previous segment. If fewer are intact, this whole segment is void. */
  readonly carried: number;
}

export interface Seal {
  readonly name: string;
  readonly first: number;
  readonly last: number;
  readonly count: number;
}

export interface Frame {
  readonly kind: FrameKind;
  readonly seq: number;
  readonly payload: Buffer;
  readonly crc: number;
  /** Offset just after the frame. */
  readonly end: number;
}

/** Writes a frame at `offset` and returns its end; `seed` is the CRC of the frame before it in its block, else 0. */
export const writeFrame = (
  into: Buffer,
  offset: number,
  kind: FrameKind,
  seq: number,
  payload: string | Buffer,
  seed: number,
): number => {
  const start = offset + PAYLOAD;
  const size = typeof payload === 'string' ? into.write(payload, start, 'utf8') : payload.copy(into, start);
  const end = start + size;
  into.writeUInt32LE(end - offset - BODY, offset + LENGTH);
  into[offset + BODY] = kind;
  into.writeUIntLE(seq, offset + BODY + 1, 6);
  into.writeUInt32LE(crc32(into.subarray(offset + BODY, end), seed), offset + CRC);
  return end;
};

export const crcAt = (bytes: Buffer, offset: number): number => bytes.readUInt32LE(offset + CRC);

/** The frame at `offset`, or undefined where none is whole and intact. Its payload is a view into `bytes`. */
export const readFrame = (bytes: Buffer, offset: number, seed: number): Frame | undefined => {
  if (offset + PAYLOAD > bytes.length) return undefined;
  const length = bytes.readUInt32LE(offset + LENGTH);
  const end = offset + BODY + length;
  // Without the upper limit, damaged lengths would have the whole segment summed at each offset.
  if (length < PAYLOAD - BODY || length > PAYLOAD - BODY + MAX_PAYLOAD || end > bytes.length) return undefined;
  const crc = crcAt(bytes, offset);
  if (crc32(bytes.subarray(offset + BODY, end), seed) !== crc) return undefined;
  const kind = bytes.readUInt8(offset + BODY);
  return {
    kind,
    seq: bytes.readUIntLE(offset + BODY + 1, 6),
    payload: bytes.subarray(offset + PAYLOAD, end),
    crc,
    end,
  };
};

/** A block's content determines its name, so it is the same for every writer and reader. */
export const sealOf = (source: string, first: number, last: number, count: number): Seal => ({
  name: `${source}-${first}-${last}`,
  first,
  last,
  count,
});

/**
 * Where the next intact block begins, or the end of the bytes. Only a block's first frame has a checksum that does not
 * continue another.
 */
export const nextBlockAt = (bytes: Buffer, from: number): number => {
  let at = from;
  while (at < bytes.length && readFrame(bytes, at, 0)?.kind !== FrameKind.Record) at += 1;
  return at;
};
