/** What a QR code of a link holds: the redirector counts a visit with `qr=1` as a scan. */
export const textOfLink = (shortUrl: string): string => `${shortUrl}?qr=1`;
