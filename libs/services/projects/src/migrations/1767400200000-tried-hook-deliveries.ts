import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lists of deliveries leave out those that were never tried, however many wait. */
export class TriedHookDeliveries1767400200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create index hook_deliveries_tried on hook_deliveries (hook_id, id) where attempts > 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index hook_deliveries_tried');
  }
}
