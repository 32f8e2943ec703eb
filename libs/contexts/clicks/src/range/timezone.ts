/** Names of IANA begin with a letter; offsets such as +01:00 are none. */
const NAME = /^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/;

/** By the name in lower case, of which there are some hundred. */
const canonical = new Map<string, string>();

/**
 * The one spelling of a time zone, which callers may write in any case. What is kept for a time zone must be kept by this
 * name: Europe/Berlin has thousands of spellings. Undefined if there is no such time zone.
 */
export const canonicalTimezone = (name: string): string | undefined => {
  if (!NAME.test(name)) return undefined;
  const key = name.toLowerCase();
  const known = canonical.get(key);
  if (known !== undefined) return known;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions();
    canonical.set(key, timeZone);
    return timeZone;
  } catch {
    return undefined;
  }
};

export const isTimezone = (name: string): boolean => canonicalTimezone(name) !== undefined;
