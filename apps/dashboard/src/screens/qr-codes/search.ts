/** The QR code that a new one is to look like. */
export interface NewQrSearch {
  readonly from?: string;
}

export const newQrSearch = ({ from }: Readonly<Record<string, unknown>>): NewQrSearch =>
  typeof from === 'string' ? { from } : {};
