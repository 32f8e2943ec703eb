import type { Queries } from '@platform/postgres';

/**
 * The setting while the dispatcher folds all webhooks anew. Until then subscriptions are those of a time in the past. Its
 * value is the position up to which it does so.
 */
const SETTING = 'webhooks are folded anew';

/** A condition for statements: subscriptions are those of now. A webhook may have had another URL, or may have been active. */
export const ARE_FOLDED = `not exists (select from settings where name = '${SETTING}')`;

/** Notes it, in the transaction that forgets the subscriptions. Where there is no lane yet, nothing can be lost. */
export const beginFold = async (client: Queries, to: bigint): Promise<void> => {
  await client.query(
    `insert into settings (name, value) select $1::text, $2::text where exists (select from webhook_lanes)
     on conflict (name) do update set value = excluded.value`,
    [SETTING, to.toString()],
  );
};

/** The position up to which webhooks are being folded anew; undefined while they are not. */
export const foldsTo = async (client: Queries): Promise<bigint | undefined> => {
  const text = 'select value from settings where name = $1';
  const { rows } = await client.query<{ value: string }>({ name: 'fold anew', text, values: [SETTING] });
  return rows[0] && BigInt(rows[0].value);
};

/** Goes on up to the end of the store, whichever that is: it may be another one, with other positions. */
export const foldToEnd = async (client: Queries): Promise<void> => {
  await client.query("update settings set value = '9223372036854775807' where name = $1", [SETTING]);
};

/** In the transaction of the step that reaches the position. */
export const endFold = async (client: Queries): Promise<void> => {
  await client.query('delete from settings where name = $1', [SETTING]);
};
