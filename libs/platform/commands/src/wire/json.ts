/** A message that cannot be read; its reader sets it aside. */
export class Unreadable extends Error {
  constructor(detail: string, options?: { cause?: unknown }) {
    super(detail, options);
    this.name = 'Unreadable';
  }
}

const PROTOTYPE_KEYS = ['__proto__', 'constructor.prototype'];

/** Parses JSON. @throws Unreadable if it is not JSON, or has keys that would reach an object's prototype when merged */
export const parseMessageJson = (bytes: unknown): unknown => {
  if (!Buffer.isBuffer(bytes)) throw new Unreadable('the message is empty');
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString());
  } catch (cause) {
    throw new Unreadable('the message is not JSON', { cause });
  }
  if (reachesPrototype(value)) throw new Unreadable(`the message has a key such as ${PROTOTYPE_KEYS.join(' or ')}`);
  return value;
};

/** Without recursion: a message may be nested as deeply as it is long. */
const reachesPrototype = (whole: unknown): boolean => {
  const left: unknown[] = [whole];
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    if (Object.hasOwn(value, '__proto__') || isConstructor(value)) return true;
    for (const part of Object.values(value) as unknown[])
      if (typeof part === 'object' && part !== null) left.push(part);
  }
  return false;
};

const isConstructor = (value: object): boolean => {
  if (!Object.hasOwn(value, 'constructor')) return false;
  const { constructor } = value as { readonly constructor: unknown };
  return typeof constructor === 'object' && constructor !== null && Object.hasOwn(constructor, 'prototype');
};
