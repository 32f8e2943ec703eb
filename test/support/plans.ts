import type { ReadStore } from '@platform/read-store';
import type { ClientBase } from 'pg';

interface Plan {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
}

/** Rows that all steps of a plan had in hand. */
const rowsOf = (plan: Plan): number =>
  (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'] +
  (plan.Plans ?? []).reduce((sum, child) => sum + rowsOf(child), 0);

/** A store that adds to `read`, for each query, how many rows all steps of its plan had in hand. */
export const rowsRead = (store: ReadStore, read: number[]): ReadStore => ({
  ...store,
  inWorkspace: (workspace, work) =>
    store.inWorkspace(workspace, (client) =>
      work({
        query: async (
          asked: string | { readonly text: string; readonly values?: unknown[] },
          bound: unknown[] = [],
        ) => {
          const { text, values = [] } =
            typeof asked === 'string' ? { text: asked, values: bound } : { values: bound, ...asked };
          const { rows } = await client.query<{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>(
            `explain (analyze, format json) ${text}`,
            values,
          );
          read.push(rowsOf(rows[0]!['QUERY PLAN'][0]!.Plan));
          return client.query(text, values);
        },
      } as unknown as ClientBase),
    ),
});
