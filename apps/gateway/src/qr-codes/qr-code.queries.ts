import { Inject, Injectable } from '@nestjs/common';
import type { QrCodeRow } from '@contexts/qr-codes';
import type { ReadStore } from '@platform/read-store';
import { READ_STORE } from '../tokens';
import { firstRow, pageOfRows } from '../workspace-rows';
import type { ListQrCodesQuery } from './qr-code.schemas';

const TOTAL = 'SELECT codes::float8 AS total FROM qr_code_counts WHERE workspace_id = $1';

/** Queries of QR codes. Each names its workspace, and row-level security applies as well. */
@Injectable()
export class QrCodeQueries {
  constructor(@Inject(READ_STORE) private readonly store: ReadStore) {}

  find(workspaceId: string, id: string): Promise<QrCodeRow | null> {
    const text = 'SELECT * FROM qr_codes WHERE workspace_id = $1 AND id = $2';
    return firstRow(this.store, workspaceId, { text, values: [workspaceId, id] });
  }

  /** One page of a workspace's QR codes, newest first, and how many there are in all. */
  list(workspaceId: string, { link_id, ...paging }: ListQrCodesQuery) {
    const rows = `qr_codes WHERE workspace_id = $1 ${link_id === undefined ? '' : 'AND link_id = $2'}`;
    const listing = {
      rows: `SELECT * FROM ${rows}`,
      order: 'created_at DESC, id DESC',
      counted: rows,
      ...(link_id === undefined && { total: TOTAL }),
      values: [workspaceId, ...(link_id === undefined ? [] : [link_id])],
    };
    return pageOfRows<QrCodeRow>(this.store, workspaceId, listing, paging);
  }
}
