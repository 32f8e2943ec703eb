import { queryOptions } from '@tanstack/react-query';
import { type Answered, answer, api, dataOf, ifMatch, writes } from '../../api/client';
import type { components, operations } from '../../api/openapi';
import { problemFrom } from '../../api/problem';
import { addressOf } from '../link/qr-dialog';

type Schemas = components['schemas'];
export type QrCode = Schemas['QrCode'];
export type QrCodeCreate = Schemas['QrCodeCreate'];
export type QrCodeUpdate = Schemas['QrCodeUpdate'];
export type QrImageQuery = NonNullable<operations['links.qrCode']['parameters']['query']>;

export const qrCodesQuery = (page: number) =>
  queryOptions({
    queryKey: ['qr-codes', page] as const,
    queryFn: ({ signal }) => dataOf(api.GET('/v1/qr-codes', { params: { query: { page, limit: 50 } }, signal })),
  });

export const readQrCode = (id: string, signal?: AbortSignal): Promise<Answered<QrCode>> =>
  answer(api.GET('/v1/qr-codes/{id}', { params: { path: { id } }, ...(signal && { signal }) }));

/** With its ETag, which an edit needs. */
export const qrCodeQuery = (id: string) =>
  queryOptions({ queryKey: ['qr-code', id] as const, queryFn: ({ signal }) => readQrCode(id, signal) });

export const createQrCode = (body: QrCodeCreate): Promise<Answered<QrCode>> =>
  answer(writes.POST('/v1/qr-codes', { body }));

export const updateQrCode = (id: string, body: QrCodeUpdate, etag: string | null): Promise<Answered<QrCode>> =>
  answer(writes.PATCH('/v1/qr-codes/{id}', { params: { path: { id }, header: ifMatch(etag) }, body }));

export const deleteQrCode = (id: string) => answer(writes.DELETE('/v1/qr-codes/{id}', { params: { path: { id } } }));

interface ImageAnswer {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response;
}

export interface QrImage {
  readonly blob: Blob;
  /** A data: URL. */
  readonly address: string;
}

const imageOf = async (sent: Promise<ImageAnswer>): Promise<QrImage> => {
  const { data, error, response } = await sent;
  if (!response.ok) throw problemFrom(response, error);
  const blob = data as Blob;
  return { blob, address: await addressOf(blob) };
};

/** The image of a saved QR code. @param etag of the record: an edit makes another image */
export const savedImageQuery = (id: string, etag: string | null) =>
  queryOptions({
    queryKey: ['qr-image', id, etag] as const,
    staleTime: Infinity,
    queryFn: ({ signal }) =>
      imageOf(api.GET('/v1/qr-codes/{id}/image', { params: { path: { id } }, parseAs: 'blob', signal })),
  });

/** The image that a link would have with these options. */
export const linkImageQuery = (link: string, query: QrImageQuery) =>
  queryOptions({
    queryKey: ['qr-image', link, query] as const,
    staleTime: Infinity,
    queryFn: ({ signal }) =>
      imageOf(api.GET('/v1/links/{id}/qr', { params: { path: { id: link }, query }, parseAs: 'blob', signal })),
  });
