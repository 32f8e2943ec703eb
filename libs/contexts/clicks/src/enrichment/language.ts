/** Codes that ISO 639 has replaced and some browsers still send. */
const REPLACED: Readonly<Record<string, string>> = { iw: 'he', in: 'id', ji: 'yi' };

const CHOICE = /^\s*([a-z]{2,3})(?:[-_][\w-]*)?\s*(?:;\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*)?$/i;

/**
 * The first choice of an Accept-Language header: two or three small letters, without the region; empty when there is
 * none.
 */
export const firstLanguage = (acceptLanguage: string): string => {
  let best = '';
  let weight = 0;
  for (const part of acceptLanguage.split(',')) {
    const [, language, quality] = CHOICE.exec(part) ?? [];
    const q = quality === undefined ? 1 : Math.min(1, Number(quality));
    if (language === undefined || q <= weight) continue;
    best = language.toLowerCase();
    weight = q;
  }
  return REPLACED[best] ?? best;
};
