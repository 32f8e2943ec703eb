import { eventually } from '../../../../test/support/programs';
import { insert, type TestReadStore, withReadStore } from '../../../../test/support/read-store';
import { eraseDeleted } from '.';

let test: TestReadStore;

beforeAll(async () => {
  test = await withReadStore();
});
afterAll(() => test.close());

const erase = () => eraseDeleted({ pool: test.store.system, url: test.database.url, ownServer: false });
/** A worker of autovacuum may hold it up for a moment. */
const eraseAll = () => eventually(async () => expect([await erase(), await due()]).toEqual(['done', 0]));
const due = async () => (await test.owner.query('select from erasures')).rowCount;
const addUser = (id: string) =>
  insert(test.owner, 'users', { id, email: `${id}@example.com`, password_hash: 'x', created_at: new Date() });

describe('erasing', () => {
  it('is due after a deletion of people, and not after a statement that deleted nobody', async () => {
    await addUser('usr_ada');
    await test.store.system.query("delete from users where id = 'usr_nobody'");
    expect(await due()).toBe(0);
    await test.store.system.query("delete from users where id = 'usr_ada'");
    expect(await due()).toBe(1);
    await eraseAll();
  });

  it('waits while a transaction is open that may still read what was deleted', async () => {
    await addUser('usr_bob');
    const reader = await test.owner.connect();
    await reader.query('begin isolation level repeatable read; select from users');
    await test.owner.query("delete from users where id = 'usr_bob'");
    expect([await erase(), await due()]).toEqual(['held', 1]);
    await reader.query('commit');
    reader.release();
    await eraseAll();
  });

  it('waits while a writer is under way that began before the deletion', async () => {
    await addUser('usr_eve');
    const writer = await test.owner.connect();
    await writer.query('begin; select pg_current_xact_id()');
    await test.owner.query("delete from users where id = 'usr_eve'");
    expect([await erase(), await due()]).toEqual(['held', 1]);
    await writer.query('commit');
    writer.release();
    await eraseAll();
  });

  it('waits while a backup keeps the log that it would overwrite', async () => {
    await addUser('usr_kim');
    await test.owner.query("delete from users where id = 'usr_kim'");
    const backup = await test.owner.connect();
    await backup.query("select pg_create_physical_replication_slot('erasure_' || pg_backend_pid(), true, true)");
    const ofOwnServer = { pool: test.store.system, url: test.database.url, ownServer: true };
    expect([await eraseDeleted(ofOwnServer), await due()]).toEqual(['held', 1]);
    // The slot ends with its session.
    backup.release(true);
    await eraseAll();
  });

  it('removes the bytes of deleted rows from the table, which stays as it is otherwise', async () => {
    for (let n = 0; n < 200; n += 1) await addUser(`usr_${n}`);
    const size = async () =>
      (await test.owner.query<{ size: number }>("select pg_relation_size('users')::float8 as size")).rows[0]?.size ?? 0;
    const before = await size();
    await test.owner.query("delete from users where id <> 'usr_7'");
    await eraseAll();
    expect(await size()).toBeLessThan(before);
    expect((await test.owner.query('select id from users')).rows).toEqual([{ id: 'usr_7' }]);
  });

  it('keeps no statistics of addresses and names', async () => {
    for (let n = 200; n < 300; n += 1) await addUser(`usr_${n}`);
    await test.owner.query('analyze users');
    const { rows } = await test.owner.query(
      "select tablename, attname from pg_stats where tablename in ('users', 'users_email') and attname <> 'id'",
    );
    expect(rows.filter(({ attname }) => ['email', 'name', 'lower'].includes(String(attname)))).toEqual([]);
    expect(rows).not.toEqual([]);
  });
});
