/**
 * Data of a grown instance: 4 000 users, 1 000 groups on two levels, 10 000 projects (three in five private), 18 000 memberships, 3 000
 * projects shared with a group, one user in 3 000 projects, stars, custom attributes, and one project in fifty archived.
 */
const STATEMENTS = [
  `insert into namespaces (kind, path, name, full_name, visibility, owner_user_id, owner_state)
   select 'user', 'user-' || n, 'user-' || n, 'User ' || n, 'public', n, 'active' from generate_series(1, 4000) n`,
  `insert into namespaces (kind, path, name, full_name, visibility)
   select 'group', 'group-' || n, 'group-' || n, 'Group ' || n, 'private' from generate_series(1, 500) n`,
  `insert into namespaces (kind, path, name, full_name, visibility, parent_id, ancestor_ids)
   select 'group', 'sub-' || id, 'sub-' || id, full_name || ' / Sub', 'private', id, array[id]
   from namespaces where kind = 'group'`,
  `insert into routes (path, namespace_id)
   select concat_ws('/', above.path, n.path), n.id from namespaces n left join namespaces above on above.id = n.parent_id`,
  `insert into projects
     (namespace_id, path, name, description, visibility, creator_id, archived, created_at, updated_at, last_activity_at)
   select n % 5000 + 1, 'p' || n, 'Project ' || md5(n::text), 'number ' || n,
     (array['private', 'private', 'private', 'internal', 'public'])[n % 5 + 1], n % 4000 + 1, n % 49 = 0,
     now() - n * interval '1 minute', now() - (n * 7 % 10000) * interval '1 minute',
     now() - (n * 11 % 10000) * interval '1 minute'
   from generate_series(1, 10000) n`,
  `insert into routes (path, project_id)
   select around.path || '/' || p.path, p.id from projects p join routes around on around.namespace_id = p.namespace_id`,
  `insert into project_members (project_id, user_id, level)
   select n, n % 4000 + 1, 30 from generate_series(1, 10000) n`,
  `insert into namespace_members (namespace_id, user_id, level)
   select 4001 + (n + n / 4000) % 1000, n % 4000 + 1, 40 from generate_series(1, 8000) n`,
  `insert into project_group_links (project_id, group_id, level)
   select n * 3, 4001 + n % 1000, 20 from generate_series(1, 3000) n`,
  `insert into project_members (project_id, user_id, level) select n * 3, 9000, 30 from generate_series(1, 3000) n`,
  `insert into project_stars (user_id, project_id) select n % 4000 + 1, n % 10000 + 1 from generate_series(1, 20000, 7) n`,
  `insert into custom_attributes (project_id, key, value) select n, 'team', 'team-' || n % 100 from generate_series(1, 10000) n`,
  `insert into custom_attributes (project_id, key, value) select n, 'cost', 'low' from generate_series(1, 10000, 100) n`,
  'vacuum analyze',
];

/** Fills the tables of a test database, so that PostgreSQL plans as it does for a grown instance. */
export async function fill(database: { query(text: string): Promise<unknown> }): Promise<void> {
  for (const statement of STATEMENTS) await database.query(statement);
}
