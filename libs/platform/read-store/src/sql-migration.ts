import type { SqlMigration } from '@platform/postgres';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export { type SqlMigration, tenantTable } from '@platform/postgres';

/** typeorm wants a class for each step and finds the version in the last thirteen characters of its name. */
export const migrationClass = ({ version, name, sql }: SqlMigration) =>
  class implements MigrationInterface {
    readonly name = `${name}${version}`;

    async up(runner: QueryRunner): Promise<void> {
      await runner.query(sql);
    }

    async down(): Promise<void> {
      throw new Error(`${name}${version} has no way back: write a new step forward`);
    }
  };
