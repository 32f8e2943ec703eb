/** The text of a link's QR code. The redirector counts a visit with `qr=1` as a scan. */
export const textOfLink = (shortUrl: string): string => `${shortUrl}?qr=1`;
