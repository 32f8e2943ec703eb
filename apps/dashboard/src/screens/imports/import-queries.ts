import { queryOptions } from '@tanstack/react-query';
import { type Answered, answer, api, dataOf, sendFile, writes } from '../../api/client';
import type { components } from '../../api/openapi';
import { Problem, problemFrom } from '../../api/problem';

type Schemas = components['schemas'];
export type Import = Schemas['Import'];
export type ListedImport = Schemas['ListedImport'];
export type ImportSource = Schemas['ImportSource'];
export type ImportStatus = Schemas['ImportStatus'];
export type MediaType = 'text/csv' | 'application/x-ndjson';

export const SOURCES = [
  ['waymark', 'Waymark'],
  ['bitly', 'Bitly'],
  ['dub', 'Dub'],
  ['kutt', 'Kutt'],
  ['shlink', 'Shlink'],
  ['yourls', 'YOURLS'],
] as const satisfies readonly (readonly [ImportSource, string])[];

const NAMES: ReadonlyMap<string | null, string> = new Map(SOURCES);
export const nameOf = (source: ImportSource | null): string => NAMES.get(source) ?? 'Unknown source';

export const hasEnded = ({ status }: ListedImport): boolean => status !== 'queued' && status !== 'running';

export const importsQuery = (page: number) =>
  queryOptions({
    queryKey: ['imports', page] as const,
    queryFn: ({ signal }) => dataOf(api.GET('/v1/imports', { params: { query: { page, limit: 50 } }, signal })),
  });

interface Progress {
  readonly data: Import;
  /** Seconds after which the API wants to be asked again, where it says so. */
  readonly retryAfter: number | null;
}

/** Seconds between two looks at an import that runs, unless the API asks for more. */
const LOOKS_EVERY = 2;

/** Asked for again until it has ended, as long as somebody looks. */
export const importQuery = (id: string) =>
  queryOptions({
    queryKey: ['import', id] as const,
    queryFn: async ({ signal }): Promise<Progress> => {
      const { data, error, response } = await api.GET('/v1/imports/{id}', { params: { path: { id } }, signal });
      if (!data) throw problemFrom(response, error);
      return { data, retryAfter: Number(response.headers.get('retry-after')) || null };
    },
    refetchInterval: ({ state: { data, error } }) => {
      if (!data || hasEnded(data.data)) return false;
      const asked = error instanceof Problem ? error.retryAfter : data.retryAfter;
      return Math.max(LOOKS_EVERY, asked ?? 0) * 1_000;
    },
    refetchIntervalInBackground: false,
  });

export interface ImportQuery {
  readonly source?: ImportSource;
  readonly domain?: string;
}

/** Sends the file as it is. */
export const startImport = (file: File, type: MediaType, query: ImportQuery): Promise<Answered<Import>> =>
  answer(
    writes.POST('/v1/links/import', {
      params: { query },
      headers: { 'content-type': type },
      body: file as unknown as string,
      bodySerializer: (body) => body as unknown as Blob,
      fetch: sendFile([file.name, file.size, file.lastModified, type]),
    }),
  );

export const cancelImport = (id: string) =>
  answer(writes.POST('/v1/imports/{id}/cancel', { params: { path: { id } } }));
