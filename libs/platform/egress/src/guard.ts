import { isIP } from 'node:net';
import { refused } from './failure';
import type { Exceptions } from './exceptions';
import type { AddressesOf } from './names';
import { isPublic } from './public-addresses';

export interface GuardOptions {
  /** Hosts of this installation, in lower case, with a port where there is one. */
  readonly ownHosts: readonly string[];
  readonly exceptions: Exceptions;
  readonly plainHttp: boolean;
  readonly addressesOf: AddressesOf;
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/** Decides where requests may go: first by the URL, then by the address that a connection is opened to. */
export class Guard {
  private readonly ownHosts: ReadonlySet<string>;

  constructor(private readonly options: GuardOptions) {
    this.ownHosts = new Set(options.ownHosts);
  }

  /**
   * What is wrong with a URL, or null. The URL parser has turned `127.1`, `0x7f000001` and `①②⑦.0.0.1` into
   * `127.0.0.1`. A name is judged when it is resolved, but for plain http it must be an exception itself,
   * unless that is allowed.
   */
  problemWith(url: URL): string | null {
    const host = hostOf(url);
    const { exceptions, plainHttp } = this.options;
    const literal = isIP(host) > 0;
    const excepted = literal ? exceptions.hasAddress(host) : exceptions.hasName(host);
    if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must be an absolute https URL';
    if (url.username !== '' || url.password !== '') return 'must not contain credentials';
    if (this.isOwn(host, url)) return 'must not lead to this installation';
    if (literal && !this.admits(host)) return 'must not lead to an address that is not public';
    return url.protocol === 'http:' && !excepted && !plainHttp ? 'must be an https URL' : null;
  }

  /** The addresses of a host name. @throws EgressFailure if one of them is not public, or if there is none */
  async addressesOf(name: string): Promise<readonly string[]> {
    const addresses = await this.options.addressesOf(name);
    const isException = this.options.exceptions.hasName(withoutDot(name.toLowerCase()));
    if (!isException && !addresses.every((address) => this.admits(address)))
      throw refused('must not lead to an address that is not public');
    return addresses;
  }

  private admits(address: string): boolean {
    return isPublic(address) || this.options.exceptions.hasAddress(address);
  }

  private isOwn(host: string, { protocol, port }: URL): boolean {
    const written = isIP(host) === 6 ? `[${host}]` : host;
    const used = port || (DEFAULT_PORTS[protocol] ?? '');
    const usual = Object.values(DEFAULT_PORTS).includes(used);
    return this.ownHosts.has(`${written}:${used}`) || (usual && this.ownHosts.has(written));
  }
}

/** Without brackets and without the dot of a name's root. */
const hostOf = ({ hostname }: URL): string => withoutDot(hostname.replace(/^\[(.*)\]$/, '$1'));

const withoutDot = (host: string): string => host.replace(/\.$/, '');
