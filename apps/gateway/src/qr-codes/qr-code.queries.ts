import { Inject, Injectable } from '@nestjs/common';
import type { QrCodeRow } from '@contexts/qr-codes';
import type { ReadStore } from '@platform/read-store';
import { READ_STORE } from '../tokens';
import type { ListQrCodesQuery } from './qr-code.schemas';

/** Queries of QR codes. Each names its workspace, and row-level security applies as well. */
@Injectable()
export class QrCodeQueries {
  constructor(@Inject(READ_STORE) private readonly store: ReadStore) {}

  find(workspaceId: string, id: string): Promise<QrCodeRow | null> {
    return this.store.inWorkspace(workspaceId, async (client) => {
      const text = 'SELECT * FROM qr_codes WHERE workspace_id = $1 AND id = $2';
      return (await client.query<QrCodeRow>(text, [workspaceId, id])).rows[0] ?? null;
    });
  }

  /** One page of a workspace's QR codes, newest first, and how many there are in all. */
  list(workspaceId: string, { link_id, page, limit }: ListQrCodesQuery): Promise<{ rows: QrCodeRow[]; total: number }> {
    const values = [workspaceId, ...(link_id === undefined ? [] : [link_id])];
    const from = `FROM qr_codes WHERE workspace_id = $1 ${link_id === undefined ? '' : 'AND link_id = $2'}`;
    return this.store.inWorkspace(workspaceId, async (client) => {
      const [listed, counted] = await Promise.all([
        client.query<QrCodeRow>(
          `SELECT * ${from} ORDER BY created_at DESC, id DESC LIMIT ${limit} OFFSET ${(page - 1) * limit}`,
          values,
        ),
        client.query<{ total: number }>(`SELECT count(*)::float8 AS total ${from}`, values),
      ]);
      return { rows: listed.rows, total: counted.rows[0]?.total ?? 0 };
    });
  }

  /** The number of a workspace's QR codes. */
  async count(workspaceId: string): Promise<number> {
    const { total } = await this.list(workspaceId, { page: 1, limit: 1 });
    return total;
  }
}
