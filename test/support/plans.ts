import type { ReadStore } from '@platform/read-store';
import type { ClientBase, Pool } from 'pg';

/** What a step of a query did, and the steps before it. */
export interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
}

const rowsOfStep = (plan: Plan): number =>
  (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'];

/** Rows that all steps had in hand. */
export const rowsRead = (plan: Plan): number =>
  rowsOfStep(plan) + (plan.Plans ?? []).reduce((sum, step) => sum + rowsRead(step), 0);

/** Rows that were read from a table. */
export const rowsOf = (plan: Plan, table: string): number =>
  (plan['Relation Name'] === table ? rowsOfStep(plan) : 0) +
  (plan.Plans ?? []).reduce((sum, step) => sum + rowsOf(step, table), 0);

/** Whether a step sorted the rows of those before it. */
export const sorts = (plan: Plan): boolean => plan['Node Type'] === 'Sort' || (plan.Plans ?? []).some(sorts);

/** How often a step looked into a table. */
export const lookUps = (plan: Plan, table: string): number =>
  Math.max(
    plan['Relation Name'] === table ? plan['Actual Loops'] : 0,
    ...(plan.Plans ?? []).map((step) => lookUps(step, table)),
  );

/** What each of some statements did; the statements are undone. */
export const plansOf = async (
  pool: Pool,
  ...statements: readonly (readonly [string, unknown[]?])[]
): Promise<Plan[]> => {
  const client = await pool.connect();
  const plans: Plan[] = [];
  try {
    await client.query('begin');
    for (const [text, values = []] of statements) {
      const { rows } = await client.query<Explained>(`explain (analyze, format json) ${text}`, values);
      plans.push(...rows.flatMap((row) => row['QUERY PLAN'].map((query) => query.Plan)));
    }
    return plans;
  } finally {
    await client.query('rollback');
    client.release();
  }
};

interface Explained {
  readonly 'QUERY PLAN': readonly { readonly Plan: Plan }[];
}

type Asked = string | { readonly text: string; readonly values?: unknown[] };

/** A store that adds what each query did to `plans`. */
export const explaining = (store: ReadStore, plans: Plan[]): ReadStore => ({
  ...store,
  inWorkspace: (workspace, work, options) =>
    store.inWorkspace(
      workspace,
      (client) =>
        work({
          query: async (asked: Asked, bound: unknown[] = []) => {
            const { text, values = bound } = typeof asked === 'string' ? { text: asked } : asked;
            const { rows } = await client.query<Explained>(`explain (analyze, format json) ${text}`, values);
            plans.push(...rows.flatMap((row) => row['QUERY PLAN'].map((query) => query.Plan)));
            return client.query(text, values);
          },
        } as unknown as ClientBase),
      options,
    ),
});
