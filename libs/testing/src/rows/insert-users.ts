/** Runs a statement as a user of the server who may write into every service's schema. */
export type Query = (text: string, values?: unknown[]) => Promise<unknown>;

const USERS = `
  with made as (
    insert into identity.users (username, name, email, state, admin, external, skype, linkedin, twitter, website_url,
      projects_limit, can_create_group, theme_id, color_scheme_id, confirmed_at, created_at, updated_at)
    select $1::text || n, 'Person ' || $1::text || n, $1::text || n || '@example.com', 'active', false, false, '', '', '', '',
      100000, true, 1, 1, now(), now() - n * interval '1 minute', now()
    from generate_series(1, $2::int) n
    returning id, username, name
  ), spaces as (
    insert into projects.namespaces (kind, path, name, full_name, visibility, owner_user_id, owner_state)
    select 'user', username, username, name, 'public', id, 'active' from made
    returning id, path
  )
  insert into projects.routes (path, namespace_id) select path, id from spaces`;

/**
 * Inserts many active users as rows, each with a namespace: without passwords, without events.
 * @param prefix of their usernames; a number from 1 to `count` follows
 */
export async function insertUsers(query: Query, prefix: string, count: number): Promise<void> {
  await query(USERS, [prefix, count]);
}
