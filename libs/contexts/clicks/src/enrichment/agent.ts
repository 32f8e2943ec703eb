import { UAParser } from 'ua-parser-js';

export interface Agent {
  /** `desktop`, `mobile`, `tablet`, `smarttv`, `console`, `wearable`, `embedded` or `xr`; empty when the agent does not tell. */
  readonly device: string;
  readonly browser: string;
  readonly os: string;
}

const LONGEST = 64;

/** Systems of machines on a desk: browsers on them tell no kind of device. */
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

/** The names that these systems go by, which the parser does not use. */
const NAMES: Readonly<Record<string, string>> = {
  'Mac OS': 'macOS',
  'Chromium OS': 'ChromeOS',
  'Chrome OS': 'ChromeOS',
};

/**
 * What a User-Agent tells; takes any text. A bot's agent is described like any other and mostly has nothing to tell: that it
 * is a bot is a column of its own. `Mobile Safari` is Safari, for the device says the rest.
 */
export const describeAgent = (agent: string): Agent => {
  const parser = new UAParser(agent);
  const told = parser.getOS().name ?? '';
  const os = NAMES[told] ?? told;
  const device = parser.getDevice().type ?? (DESKTOPS.has(os) ? 'desktop' : '');
  const browser = (parser.getBrowser().name ?? '').replace(/^Mobile /, '');
  return { device: device.slice(0, LONGEST), browser: browser.slice(0, LONGEST), os: os.slice(0, LONGEST) };
};
