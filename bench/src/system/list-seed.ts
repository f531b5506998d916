import pg from 'pg';
import { CONTENTS, LARGE_TABLES } from './contents-seed.js';
import { draw, FIRST, IDS, KINDS, pick, WORDS, type Member, type SeedStep } from './seed-sql.js';

/** Size of the instance, in blocks of one group, four users and twenty projects each. */
const BLOCKS = 5_000;

const VISIBILITY = `array['private','private','private','internal','public']`;

/** Rows of $1 blocks. */
const STATEMENTS: readonly SeedStep[] = [
  [
    'users',
    `insert into identity.users overriding system value
     select (jsonb_populate_record(null::identity.users, to_jsonb(model) || jsonb_build_object('id', ${FIRST.user} + n,
       'username', named.username, 'name', initcap(replace(named.username, '-', ' ')), 'email', named.username || '@example.com', 'admin', false,
       'password_hash', null, 'created_at', model.created_at - n * interval '1 minute'))).*
     from identity.users model, generate_series(1, $1::int * 4) n,
       lateral (select ${pick(WORDS, 'n')} || '-' || n as username) named
     where model.username = 'root'`,
  ],
  [
    "users' namespaces",
    `insert into projects.namespaces (id, kind, path, name, full_name, visibility, owner_user_id, owner_state, created_at)
     overriding system value
     select ${FIRST.space} + n, 'user', username, username, name, 'public', id, 'active', created_at
     from identity.users, lateral (select id - ${FIRST.user} as n) numbered
     where n between 1 and $1::int * 4`,
  ],
  [
    // Trees of five on four levels: 1 > 2 > (3, 4 > 5); the first tree has all of its four below the first, for a list of them.
    'groups',
    `insert into projects.namespaces (id, kind, path, name, full_name, visibility, parent_id, ancestor_ids)
     overriding system value
     select ${FIRST.group} + n, 'group', path, initcap(replace(path, '-', ' ')), initcap(replace(path, '-', ' ')),
       case when n <= 5 then 'public' else ${pick(VISIBILITY, 'n * 31')} end, ancestors[array_upper(ancestors, 1)], ancestors
     from generate_series(1, $1::int) n,
       lateral (select n - 1 - (n - 1) % 5 + ${FIRST.group} + 1 as top, (n - 1) % 5 as place) tree,
       lateral (select case when place = 0 then '{}' when n <= 5 or place = 1 then array[top] when place < 4 then array[top, top + 1]
         else array[top, top + 1, top + 3] end::bigint[] as ancestors,
         ${pick(WORDS, 'n * 7')} || '-' || ${pick(KINDS, 'n * 13')} || '-' || n as path) placed`,
  ],
  [
    // Some trees are twenty levels deep: each of these stands below the one before it.
    'deep groups',
    `insert into projects.namespaces (id, kind, path, name, full_name, visibility, parent_id, ancestor_ids)
     overriding system value
     select ${FIRST.group} + 500000 + n, 'group', 'level-' || n, 'Level ' || n, 'Level ' || n, 'private',
       case when n % 20 > 0 then ${FIRST.group} + 500000 + n - 1 end,
       array(select ${FIRST.group} + 500000 + above from generate_series(n - n % 20, n - 1) above)
     from generate_series(0, $1::int / 25 - 1) n`,
  ],
  [
    'paths of groups and users',
    `insert into projects.routes (path, namespace_id)
     select case when n.kind = 'user' then n.path else (select string_agg(each.path, '/' order by cardinality(each.ancestor_ids))
       from projects.namespaces each where each.id = any (n.ancestor_ids || n.id)) end, n.id
     from projects.namespaces n left join projects.routes held on held.namespace_id = n.id
     where held.id is null and $1::int is not null`,
  ],
  [
    // Twelve of twenty are the group's, two each its users'.
    'projects',
    `insert into projects.projects (id, namespace_id, path, name, description, visibility, creator_id, archived, star_count,
       created_at, updated_at, last_activity_at)
     overriding system value
     select ${FIRST.project} + n,
       case when place < 12 then ${FIRST.group} + block + 1 else ${FIRST.space} + block * 4 + (place - 12) / 2 + 1 end,
       path, initcap(replace(path, '-', ' ')), 'The ' || ${pick(KINDS, 'n * 3')} || ' of the ' || ${pick(WORDS, 'n * 5')} || ' team',
       case when n = 1 then 'public' else ${pick(VISIBILITY, 'n * 17')} end, ${FIRST.user} + block * 4 + place % 4 + 1, n % 33 = 0, 2,
       now() - (1000000 - n) * interval '1 minute', now() - ${draw(1_000_000, 'n * 19')} * interval '1 minute',
       now() - ${draw(1_000_000, 'n * 23')} * interval '1 minute'
     from generate_series(1, $1::int * 20) n,
       lateral (select (n - 1) / 20 as block, (n - 1) % 20 as place,
         ${pick(WORDS, 'n')} || '-' || ${pick(KINDS, 'n * 11')} || '-' || n as path) placed`,
  ],
  [
    'paths of projects',
    `insert into projects.routes (path, project_id)
     select around.path || '/' || p.path, p.id from projects.projects p join projects.routes around on around.namespace_id = p.namespace_id
     where p.id between ${FIRST.project} + 1 and ${FIRST.project} + $1::int * 20`,
  ],
  [
    // Without the two callers: their memberships are counted.
    'members of projects',
    `insert into projects.project_members (project_id, user_id, level)
     select distinct on (n, who) ${FIRST.project} + n, who, (array[10, 20, 30, 40])[1 + (n + seat) % 4]
     from generate_series(1, $1::int * 20) n, generate_series(1, 3) seat,
       lateral (select ${FIRST.user} + 3 + ${draw('$1::int * 4 - 2', 'n * 29 + seat')} as who) drawn`,
  ],
  [
    'members of groups',
    `insert into projects.namespace_members (namespace_id, user_id, level)
     select distinct on (n, who) ${FIRST.group} + n, who, (array[50, 40, 30, 20])[seat]
     from generate_series(1, $1::int) n, generate_series(1, 4) seat,
       lateral (select ${FIRST.user} + 3 + ${draw('$1::int * 4 - 2', 'n * 37 + seat')} as who) drawn`,
  ],
  [
    'shared projects',
    `insert into projects.project_group_links (project_id, group_id, level)
     select ${FIRST.project} + n, ${FIRST.group} + 1 + ${draw('$1::int', 'n * 41')}, 30
     from generate_series(1, $1::int * 20) n where n % 10 = 0 on conflict do nothing`,
  ],
  [
    'stars',
    `insert into projects.project_stars (project_id, user_id)
     select ${FIRST.project} + n, ${FIRST.user} + 3 + ${draw('$1::int * 4 - 2', 'n * 43 + seat')}
     from generate_series(1, $1::int * 20) n, generate_series(1, 2) seat on conflict do nothing`,
  ],
  [
    // Two are the member's own.
    'the member of three',
    `insert into projects.project_members (project_id, user_id, level)
     select ${FIRST.project} + 203, ${IDS.few}, 30 where $1::int > 0`,
  ],
  [
    // By groups, directly, and by shares with one of those groups.
    'the member of many',
    `with groups as (
       insert into projects.namespace_members (namespace_id, user_id, level)
       select ${FIRST.group} + n, ${IDS.many}, case when n % 40 = 13 then 50 else 30 end
       from generate_series(1, $1::int) n where n % 65 = 13
     ), direct as (
       insert into projects.project_members (project_id, user_id, level)
       select ${FIRST.project} + n, ${IDS.many}, 30 from generate_series(1, $1::int * 20) n where n % 60 = 7
     )
     insert into projects.project_group_links (project_id, group_id, level)
     select ${FIRST.project} + n, ${FIRST.group} + 13, 30 from generate_series(1, $1::int * 20) n
     where n % 250 = 51 on conflict do nothing`,
  ],
  [
    'what both have starred',
    `insert into projects.project_stars (project_id, user_id)
     select ${FIRST.project} + n, who from generate_series(1, $1::int * 20) n,
       unnest(array[${IDS.few}, ${IDS.many}]) who
     where who = ${IDS.many} and n % 100 = 7 or who = ${IDS.few} and n in (1, 2, 203) on conflict do nothing`,
  ],
];

/** Grows an instance by rows, without events and without repositories. */
export class ListSeed {
  private constructor(private readonly client: pg.Client) {}

  /** @param url of a Hearth's database, as a user who may write into every schema */
  static async open(url: string): Promise<ListSeed> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return new ListSeed(client);
  }

  /**
   * @param contents also a million issues and merge requests each, ten million notes and ten million activities
   * @param progress called with the name of each step
   */
  async grow(progress: (line: string) => void, contents = false): Promise<void> {
    await this.run(STATEMENTS, progress);
    if (contents) await this.withoutIndexes(LARGE_TABLES, progress, () => this.run(CONTENTS, progress));
    for (const table of ['identity.users', 'projects.namespaces', 'projects.projects']) {
      await this.client.query(`select setval(pg_get_serial_sequence($1, 'id'), (select max(id) from ${table}))`, [
        table,
      ]);
    }
    progress('vacuum');
    await this.client.query('vacuum analyze');
  }

  private async run(steps: readonly SeedStep[], progress: (line: string) => void): Promise<void> {
    for (const [what, text] of steps) {
      progress(what);
      await this.client.query(text, [BLOCKS]);
    }
  }

  /** Foreign keys are not checked during the work, and indexes that hold no constraint are built after it. */
  private async withoutIndexes(
    tables: readonly string[],
    progress: (line: string) => void,
    work: () => Promise<void>,
  ): Promise<void> {
    const { rows: indexes } = await this.client.query<{ name: string; definition: string }>(
      `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
       where indrelid = any($1::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)`,
      [tables],
    );
    for (const { name } of indexes) await this.client.query(`drop index ${name}`);
    await this.client.query(`set session_replication_role = replica; set maintenance_work_mem = '1GB'`);
    await work();
    for (const { name, definition } of indexes) {
      progress(name);
      await this.client.query(definition);
    }
    await this.client.query('reset session_replication_role; reset maintenance_work_mem');
  }

  /** The name by which a member signs in. */
  async usernameOf(member: Member): Promise<string> {
    const { rows } = await this.client.query<{ username: string }>(
      'select username from identity.users where id = $1',
      [IDS[member]],
    );
    return rows[0]!.username;
  }

  /** Counts the projects of a member, by every kind of membership. */
  async projectsOf(member: Member): Promise<number> {
    const { rows } = await this.client.query<{ count: string }>(
      `with mine as (
         select below.id from projects.namespace_members held
         join projects.namespaces below on below.id = held.namespace_id or below.ancestor_ids @> array[held.namespace_id]
         where held.user_id = $1
       )
       select count(distinct p.id) from projects.projects p
       where p.id in (select project_id from projects.project_members where user_id = $1)
          or p.namespace_id in (select id from mine)
          or p.id in (select project_id from projects.project_group_links where group_id in (select id from mine))
          or p.namespace_id = (select id from projects.namespaces where owner_user_id = $1)`,
      [IDS[member]],
    );
    return Number(rows[0]!.count);
  }

  async close(): Promise<void> {
    await this.client.end();
  }
}
