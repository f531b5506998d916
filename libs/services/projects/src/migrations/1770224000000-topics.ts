import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Topics, with the numbers of their projects by visibility, and their pictures. */
export class Topics1770224000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop trigger projects_count_for_topics on projects');
    await runner.query('drop function count_for_topics');
    await runner.query('delete from avatars where topic_id is not null');
    await runner.query('alter table avatars drop column topic_id');
    await runner.query(
      'alter table avatars add constraint avatars_one_holder check (num_nonnulls(project_id, namespace_id) = 1)',
    );
    await runner.query('drop table topics');
  }
}

/** Numbers that one project of a visibility adds to its topics. */
function counted(visibility: string): string {
  return `1 as total, (${visibility} <> 'private')::int as shared, (${visibility} = 'public')::int as open`;
}

const STATEMENTS = [
  `create table topics (
     id bigint generated always as identity primary key,
     name text not null,
     title text not null,
     description text,
     avatar_file text,
     -- Made or changed by an admin: stays without projects.
     kept boolean not null default false,
     total_count int not null default 0,
     shared_count int not null default 0,
     public_count int not null default 0,
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     constraint topics_name unique (name)
   )`,
  `insert into topics (name, title, total_count, shared_count, public_count)
   select used.name, used.name, sum(total), sum(shared), sum(open)
   from projects p cross join lateral (select distinct unnest(p.tag_list) as name) used
     cross join lateral (select ${counted('p.visibility')}) counted
   group by used.name`,
  'create index topics_by_total_count on topics (total_count desc, name)',
  'create index topics_by_shared_count on topics (shared_count desc, name)',
  'create index topics_by_public_count on topics (public_count desc, name)',
  'create index topics_search on topics using gin (name public.gin_trgm_ops)',
  `alter table avatars drop constraint avatars_one_holder,
     add column topic_id bigint references topics on delete cascade,
     add constraint avatars_topic unique (topic_id),
     add constraint avatars_one_holder check (num_nonnulls(project_id, namespace_id, topic_id) = 1)`,
  // Every statement that changes projects counts, also the deletion of a namespace. Topics are locked in the order of their names.
  `create function count_for_topics() returns trigger language plpgsql set search_path from current as $$
   begin
     if tg_op = 'UPDATE' and old.tag_list = new.tag_list and old.visibility = new.visibility then return null; end if;
     insert into topics (name, title, total_count, shared_count, public_count)
     select name, name, sum(total), sum(shared), sum(open) from (
       select name, -total as total, -shared as shared, -open as open
       from (select distinct unnest(old.tag_list) as name) was cross join (select ${counted('old.visibility')}) counted
       union all
       select name, total, shared, open
       from (select distinct unnest(new.tag_list) as name) has cross join (select ${counted('new.visibility')}) counted
     ) changes group by name having sum(total) <> 0 or sum(shared) <> 0 or sum(open) <> 0 order by name
     on conflict (name) do update set total_count = topics.total_count + excluded.total_count,
       shared_count = topics.shared_count + excluded.shared_count, public_count = topics.public_count + excluded.public_count;
     delete from topics where name = any (old.tag_list) and total_count = 0 and not kept;
     return null;
   end $$`,
  `create trigger projects_count_for_topics after insert or delete or update of tag_list, visibility on projects
   for each row execute function count_for_topics()`,
];
