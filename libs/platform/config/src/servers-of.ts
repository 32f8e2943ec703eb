const AUTHORITY = /^[a-z0-9+.-]+:\/\/(?:[^@/?#]*@)?([^@/?#]+)/i;

/** Hosts and ports of an address, without its account and its settings, so that it may be logged. */
export const serversOf = (url: string | undefined): string | undefined => AUTHORITY.exec(url ?? '')?.[1];
