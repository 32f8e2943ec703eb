export interface QrListSearch {
  readonly page?: number;
}

type Given = Readonly<Record<string, unknown>>;

export const qrListSearch = (search: Given): QrListSearch => {
  const page = Number(search['page']);
  return Number.isInteger(page) && page > 1 ? { page } : {};
};

/** The QR code that a new one is to look like. */
export interface NewQrSearch {
  readonly from?: string;
}

export const newQrSearch = ({ from }: Given): NewQrSearch => (typeof from === 'string' ? { from } : {});
