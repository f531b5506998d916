import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Suggestions of notes that were applied, by their place in the text of that time. */
export class AppliedSuggestions1795843000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table applied_suggestions (
      note_id bigint not null references notes on delete cascade,
      place smallint not null,
      text_version text not null,
      primary key (note_id, place)
    )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table applied_suggestions');
  }
}
