import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Files of merge requests that users have marked as viewed, with the content that they saw. */
export class ViewedFiles1795636099000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table merge_request_viewed_files');
  }
}

const UP = [
  // A path may be longer than the entry of an index.
  `create table merge_request_viewed_files (
     merge_request_id bigint not null references merge_requests on delete cascade,
     user_id bigint not null,
     path_sha1 text not null check (length(path_sha1) = 40),
     blob_id text not null check (length(blob_id) = 40),
     primary key (merge_request_id, user_id, path_sha1)
   )`,
  'create index merge_request_viewed_files_user on merge_request_viewed_files (user_id)',
];
