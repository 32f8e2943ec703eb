import { UAParser } from 'ua-parser-js';

export interface Agent {
  /** `desktop`, `mobile`, `tablet`, `smarttv`, `console`, `wearable`, `embedded` or `xr`; empty when unknown. */
  readonly device: string;
  readonly browser: string;
  readonly os: string;
}

const LONGEST = 64;

/** Desktop systems. Browsers on them do not name a kind of device. */
const DESKTOPS = new Set([
  'Windows',
  'macOS',
  'Linux',
  'ChromeOS',
  'Ubuntu',
  'Debian',
  'Fedora',
  'CentOS',
  'RedHat',
  'Red Hat',
  'SUSE',
  'Gentoo',
  'Arch',
  'Slackware',
  'Mandriva',
  'Mint',
  'Manjaro',
  'Raspbian',
  'deepin',
  'elementary OS',
  'Kubuntu',
  'Xubuntu',
  'Lubuntu',
  'GNU',
  'Haiku',
  'BeOS',
  'Solaris',
  'AIX',
  'HP-UX',
  'OS/2',
  'FreeBSD',
  'OpenBSD',
  'NetBSD',
  'DragonFly',
  'PC-BSD',
]);

/** The parser's names of some systems, and their common names. */
const NAMES: Readonly<Record<string, string>> = {
  'Mac OS': 'macOS',
  'Chromium OS': 'ChromeOS',
  'Chrome OS': 'ChromeOS',
};

/**
 * Describes any text of a User-Agent. A bot's agent mostly gives empty values; another column says that it is a bot.
 * `Mobile Safari` becomes Safari, because the device says the rest.
 */
export const describeAgent = (agent: string): Agent => {
  const parser = new UAParser(agent);
  const reported = parser.getOS().name ?? '';
  const os = NAMES[reported] ?? reported;
  const device = parser.getDevice().type ?? (DESKTOPS.has(os) ? 'desktop' : '');
  const browser = (parser.getBrowser().name ?? '').replace(/^Mobile /, '');
  return { device: device.slice(0, LONGEST), browser: browser.slice(0, LONGEST), os: os.slice(0, LONGEST) };
};
