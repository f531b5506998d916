import { breakingMigrations } from './migrations.mjs';

const RELEASED = { release: '0.2.0', migrations: { ci: ['Old1'] } };

/** A migration that runs some statements. */
function migration(name, statements, explained = {}) {
  const up = async (runner) => {
    for (const statement of statements) await runner.query(statement);
  };
  const type = Object.assign(function Migration() {}, explained);
  type.prototype.up = up;
  return { service: 'ci', name, migration: type };
}

const problemsOf = (statements, explained) => breakingMigrations(RELEASED, [migration('New2', statements, explained)]);

describe('migrations beside the release before', () => {
  it.each([
    ['drop table jobs', 'drops the table'],
    ['alter table jobs drop stage', 'drops stage'],
    ['alter table jobs rename stage to stage_name', 'renames stage'],
    ['alter table jobs rename to builds', 'renames the table'],
    ['alter table jobs add stage text not null', 'requires stage, without a default'],
    [
      'alter table jobs add stage text check (length(stage) < 9)',
      'adds stage with a constraint, which scans the table',
    ],
    ['alter table jobs add constraint short check (length(stage) < 9)', 'adds short without NOT VALID'],
    ['create index jobs_by_stage on jobs (stage)', 'creates an index without CONCURRENTLY'],
    [
      'alter table jobs add number bigint generated always as identity',
      'adds number with a value for each row, which writes the table anew',
    ],
    [
      'alter table jobs add key uuid default gen_random_uuid()',
      'adds key with a value for each row, which writes the table anew',
    ],
    ['reindex table jobs', 'builds an index anew without CONCURRENTLY'],
    ["update jobs set stage = 'test'", 'updates rows, which a job does in parts'],
  ])('refuses %s', async (statement, what) => {
    expect(await problemsOf([statement])).toEqual([`ci: New2: jobs: ${what}`]);
  });

  it.each([
    ['alter table jobs alter stage set not null', 2],
    ['alter table jobs alter stage type varchar(9)', 2],
  ])('refuses %s, for what it requires and for its lock', async (statement, count) => {
    expect(await problemsOf([statement])).toHaveLength(count);
  });

  it.each([
    ['alter table jobs add stage text'],
    ["alter table jobs add stage text not null default 'test'"],
    ['alter table jobs add seen_at timestamptz not null default now()'],
    ['reindex table concurrently jobs'],
    ['alter table jobs drop constraint short, add constraint short check (length(stage) < 9) not valid'],
    ['alter table jobs validate constraint short'],
    ['create index concurrently jobs_by_stage on jobs (stage)'],
    ['drop index concurrently jobs_by_stage'],
  ])('accepts %s', async (statement) => {
    expect(await problemsOf([statement])).toEqual([]);
  });

  it('accepts what is done to a table that the release before does not have', async () => {
    const statements = ['create table notes (id int)', 'create index notes_by_id on notes (id)'];
    expect(await problemsOf(statements)).toEqual([]);
  });

  it('accepts what the release before has itself', async () => {
    expect(await breakingMigrations(RELEASED, [migration('Old1', ['drop table jobs'])])).toEqual([]);
  });

  it.each([
    ['0.2.0', 0],
    ['0.1.9', 0],
    ['0.10.0', 1],
  ])('accepts that a column is dropped which is unused since %s: %i problems', async (unusedSince, count) => {
    expect(await problemsOf(['alter table jobs drop stage'], { unusedSince })).toHaveLength(count);
  });

  it('accepts a lock of a table with few rows, but not that it is dropped', async () => {
    const explained = { lockReason: 'One row for each storage.' };
    expect(await problemsOf(['create index on storages (name)', 'drop table storages'], explained)).toEqual([
      'ci: New2: storages: drops the table',
    ]);
  });
});
