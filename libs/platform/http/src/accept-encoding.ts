/**
 * Whether an answer may have a content coding.
 * @param header Accept-Encoding. One that does not name the coding, or with a weight of 0, does not accept it.
 */
export const acceptsCoding = (header: string | readonly string[] | undefined, coding: 'br' | 'gzip'): boolean =>
  String(header ?? '')
    .split(',')
    .map((entry) => entry.split(';').map((part) => part.trim().toLowerCase()))
    .some(([name, ...parameters]) => name === coding && !parameters.some((one) => /^q=0(\.0*)?$/.test(one)));
