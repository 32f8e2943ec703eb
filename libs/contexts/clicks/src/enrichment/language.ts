/** Codes that ISO 639 has replaced and some browsers still send. */
const REPLACED: Readonly<Record<string, string>> = { iw: 'he', in: 'id', ji: 'yi' };

const CHOICE = /^\s*([a-z]{2,3})((?:[-_][\w-]*)?)\s*(?:;\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*)?$/i;

/** The first choice of an Accept-Language header as a tag, like `de-AT`; empty when there is none. */
export const firstLanguageTag = (acceptLanguage: string): string => {
  let [best, region] = ['', ''];
  let weight = 0;
  for (const part of acceptLanguage.split(',')) {
    const [, language, rest = '', quality] = CHOICE.exec(part) ?? [];
    const q = quality === undefined ? 1 : Math.min(1, Number(quality));
    if (language === undefined || q <= weight) continue;
    [best, region] = [language.toLowerCase(), rest];
    weight = q;
  }
  return `${REPLACED[best] ?? best}${region.replaceAll('_', '-')}`;
};

/** Its language alone: two or three small letters; empty when there is none. */
export const firstLanguage = (acceptLanguage: string): string =>
  firstLanguageTag(acceptLanguage).split('-', 1)[0] ?? '';
