-- Written by npm run generate:sql; a spec compares it with what the finder sends.

-- columns of a user
u.id,
u.username,
u.name,
u.email,
u.state,
u.admin,
u.external,
u.bio,
u.location,
u.organization,
u.note,
u.skype,
u.linkedin,
u.twitter,
u.revision,
u.ghost,
u.holder_kind as "holderKind",
u.holder_id as "holderId",
u.website_url as "websiteUrl",
u.projects_limit as "projectsLimit",
u.can_create_group as "canCreateGroup",
u.theme_id as "themeId",
u.color_scheme_id as "colorSchemeId",
u.confirmed_at as "confirmedAt",
u.last_sign_in_at as "lastSignInAt",
u.current_sign_in_at as "currentSignInAt",
u.last_activity_on::text as "lastActivityOn",
u.created_at as "createdAt",
u.updated_at as "updatedAt",
u.pending_username as "pendingUsername",
u.unconfirmed_email as "unconfirmedEmail",
u.password_expires_at as "passwordExpiresAt",
u.avatar_file as "avatarFile",
u.two_factor_enabled as "twoFactorEnabled",
coalesce(
  (
    select json_agg(json_build_object('provider', i.provider, 'externUid', i.extern_uid) order by i.id)
    from user_identities i
    where i.user_id = u.id
  ),
  '[]'
) as identities

-- all users, for an admin
-- $1 = 20, $2 = 0
select /* columns of a user */
from users u
where u.id = any (
  array(
    select u.id
    from users u
    where u.state in ('active', 'blocked', 'ldap_blocked', 'banned', 'deactivated') and u.holder_id is null
    order by u.id desc
    limit $1 offset $2
  )
)
order by u.id desc

-- all users, for a user
-- $1 = 20, $2 = 0
select /* columns of a user */
from users u
where u.id = any (
  array(
    select u.id
    from users u
    where u.state in ('active', 'blocked', 'ldap_blocked', 'banned', 'deactivated')
      and u.holder_id is null
      and not u.external
    order by u.id asc
    limit $1 offset $2
  )
)
order by u.id asc

-- behind a key
-- $1 = 5000, $2 = 20, $3 = 0
select /* columns of a user */
from users u
where u.id = any (
  array(
    select u.id
    from users u
    where u.state in ('active', 'blocked', 'ldap_blocked', 'banned', 'deactivated')
      and u.holder_id is null
      and u.id < $1
    order by u.id desc
    limit $2 offset $3
  )
)
order by u.id desc

-- beyond the end
-- $1 = 20, $2 = 40
select /* columns of a user */
from users u
where u.id = any (
  array(
    select u.id
    from users u
    where u.state in ('active', 'blocked', 'ldap_blocked', 'banned', 'deactivated') and u.holder_id is null
    order by u.id desc
    limit $1 offset $2
  )
)
order by u.id desc

-- beyond the end
select count(*)
from (
  select
  from users u
  where u.state in ('active', 'blocked', 'ldap_blocked', 'banned', 'deactivated') and u.holder_id is null
  limit 10001
) counted

-- a search
-- $1 = "%amber%", $2 = "amber", $3 = 20, $4 = 0
with found as materialized (
  select u.id
  from users u
  where u.state in ('active', 'blocked', 'ldap_blocked', 'banned', 'deactivated')
    and u.holder_id is null
    and ((u.name ilike $1::text or u.username ilike $1::text) or lower(u.email) = lower($2::text))
)
select /* columns of a user */, (select count(*) from (select from found limit 10001) counted) as total
from users u
where u.id = any (array(select u.id from found u order by u.id desc limit $3 offset $4))
order by u.id desc

-- a search of five words
-- $1 = "%service%", $2 = "%amber%", $3 = ["%team%","%the%"], $4 = "the service of amber team", $5 = 20, $6 = 0
with found as materialized (
  select u.id
  from users u
  where u.state in ('active', 'blocked', 'ldap_blocked', 'banned', 'deactivated')
    and u.holder_id is null
    and (
      (u.name ilike $1::text or u.username ilike $1::text)
        and (u.name ilike $2::text or u.username ilike $2::text)
        and not exists (
          select
          from unnest($3::text[]) as other (pattern)
          where ((u.name ilike other.pattern or u.username ilike other.pattern)) is not true
        )
        or lower(u.email) = lower($4::text)
    )
)
select /* columns of a user */, (select count(*) from (select from found limit 10001) counted) as total
from users u
where u.id = any (array(select u.id from found u order by u.id desc limit $5 offset $6))
order by u.id desc

-- a search behind a key
-- $1 = 5000, $2 = "%amber%", $3 = "amber", $4 = 20, $5 = 0
with found as materialized (
  select u.id
  from users u
  where u.state in ('active', 'blocked', 'ldap_blocked', 'banned', 'deactivated')
    and u.holder_id is null
    and ((u.name ilike $2::text or u.username ilike $2::text) or lower(u.email) = lower($3::text))
    and u.id < $1
)
select /* columns of a user */
from users u
where u.id = any (array(select u.id from found u order by u.id desc limit $4 offset $5))
order by u.id desc

-- a username
-- $1 = "ada", $2 = 20, $3 = 0
select /* columns of a user */
from users u
where u.id = any (
  array(
    select u.id
    from users u
    where u.state in ('active', 'blocked', 'ldap_blocked', 'banned', 'deactivated')
      and u.holder_id is null
      and lower(u.username) = lower($1::text)
      and u.username = $1
    order by u.id desc
    limit $2 offset $3
  )
)
order by u.id desc

-- an identity
-- $1 = "uid-5", $2 = "github", $3 = 20, $4 = 0
select /* columns of a user */
from users u
where u.id = any (
  array(
    select u.id
    from users u
    where u.state in ('active', 'blocked', 'ldap_blocked', 'banned', 'deactivated')
      and u.holder_id is null
      and u.id in (
        select i.user_id
        from user_identities i
        where i.provider = $2 and lower(i.extern_uid) = lower($1::text) and i.extern_uid = $1
      )
    order by u.id desc
    limit $3 offset $4
  )
)
order by u.id desc

-- active ones
-- $1 = 20, $2 = 0
select /* columns of a user */
from users u
where u.id = any (
  array(
    select u.id
    from users u
    where u.state in ('active', 'blocked', 'ldap_blocked', 'banned', 'deactivated')
      and u.holder_id is null
      and u.state = 'active'
      and not u.ghost
    order by u.id desc
    limit $1 offset $2
  )
)
order by u.id desc

-- blocked ones
-- $1 = 20, $2 = 0
select /* columns of a user */
from users u
where u.id = any (
  array(
    select u.id
    from users u
    where u.state in ('active', 'blocked', 'ldap_blocked', 'banned', 'deactivated')
      and u.holder_id is null
      and u.state in ('blocked', 'ldap_blocked')
    order by u.id desc
    limit $1 offset $2
  )
)
order by u.id desc

-- external ones
-- $1 = 20, $2 = 0
select /* columns of a user */
from users u
where u.id = any (
  array(
    select u.id
    from users u
    where u.state in ('active', 'blocked', 'ldap_blocked', 'banned', 'deactivated')
      and u.holder_id is null
      and u.external
    order by u.id desc
    limit $1 offset $2
  )
)
order by u.id desc

-- of some days
-- $1 = "2018-01-15T00:00:00.000Z", $2 = "2018-01-15T00:00:00.000Z", $3 = 20, $4 = 0
select /* columns of a user */
from users u
where u.id = any (
  array(
    select u.id
    from users u
    where u.state in ('active', 'blocked', 'ldap_blocked', 'banned', 'deactivated')
      and u.holder_id is null
      and u.created_at >= $1
      and u.created_at <= $2
    order by u.id desc
    limit $3 offset $4
  )
)
order by u.id desc

-- all but active ones
-- $1 = 20, $2 = 0
select /* columns of a user */
from users u
where u.id = any (
  array(
    select u.id
    from users u
    where u.state in ('active', 'blocked', 'ldap_blocked', 'banned', 'deactivated')
      and u.holder_id is null
      and u.state in ('blocked', 'ldap_blocked', 'banned', 'deactivated')
    order by u.id desc
    limit $1 offset $2
  )
)
order by u.id desc

-- all but internal ones
-- $1 = 20, $2 = 0
select /* columns of a user */
from users u
where u.id = any (
  array(
    select u.id
    from users u
    where u.state in ('active', 'blocked', 'ldap_blocked', 'banned', 'deactivated')
      and u.holder_id is null
      and u.id is distinct
    from (select g.id from users g where g.ghost)
    order by u.id desc
    limit $1 offset $2
  )
)
order by u.id desc

-- internal ones
-- $1 = 20, $2 = 0
select /* columns of a user */
from users u
where u.id = any (
  array(
    select u.id
    from users u
    where u.state in ('active', 'blocked', 'ldap_blocked', 'banned', 'deactivated') and u.holder_id is null and u.ghost
    order by u.id desc
    limit $1 offset $2
  )
)
order by u.id desc

-- admins
-- $1 = 20, $2 = 0
select /* columns of a user */
from users u
where u.id = any (
  array(
    select u.id
    from users u
    where u.state in ('active', 'blocked', 'ldap_blocked', 'banned', 'deactivated') and u.holder_id is null and u.admin
    order by u.id desc
    limit $1 offset $2
  )
)
order by u.id desc

-- with two-factor authentication
-- $1 = 20, $2 = 0
select /* columns of a user */
from users u
where u.id = any (
  array(
    select u.id
    from users u
    where u.state in ('active', 'blocked', 'ldap_blocked', 'banned', 'deactivated')
      and u.holder_id is null
      and u.two_factor_enabled = true
    order by u.id desc
    limit $1 offset $2
  )
)
order by u.id desc

-- by name
-- $1 = 20, $2 = 0
select /* columns of a user */
from users u
where u.id = any (
  array(
    select u.id
    from users u
    where u.state in ('active', 'blocked', 'ldap_blocked', 'banned', 'deactivated') and u.holder_id is null
    order by u.name asc, u.id asc
    limit $1 offset $2
  )
)
order by u.name asc, u.id asc

-- by username
-- $1 = 20, $2 = 0
select /* columns of a user */
from users u
where u.id = any (
  array(
    select u.id
    from users u
    where u.state in ('active', 'blocked', 'ldap_blocked', 'banned', 'deactivated') and u.holder_id is null
    order by lower(u.username) desc, u.id desc
    limit $1 offset $2
  )
)
order by lower(u.username) desc, u.id desc

-- a search by name
-- $1 = "%amber%", $2 = "amber", $3 = 20, $4 = 0
with found as materialized (
  select u.id, u.name as ordered
  from users u
  where u.state in ('active', 'blocked', 'ldap_blocked', 'banned', 'deactivated')
    and u.holder_id is null
    and ((u.name ilike $1::text or u.username ilike $1::text) or lower(u.email) = lower($2::text))
)
select /* columns of a user */, (select count(*) from (select from found limit 10001) counted) as total
from users u
where u.id = any (array(select u.id from found u order by u.ordered desc, u.id desc limit $3 offset $4))
order by u.name desc, u.id desc

-- by custom attributes
-- $1 = ["team"], $2 = ["red"], $3 = 1, $4 = 20, $5 = 0
select /* columns of a user */
from users u
where u.id = any (
  array(
    select u.id
    from users u
    where u.state in ('active', 'blocked', 'ldap_blocked', 'banned', 'deactivated')
      and u.holder_id is null
      and u.id in (
        select a.user_id
        from unnest($1::text[], $2::text[]) as wanted (key, value)
        join user_custom_attributes a on a.key = wanted.key and a.value = wanted.value
        group by a.user_id having count(*) = $3
      )
    order by u.id desc
    limit $4 offset $5
  )
)
order by u.id desc
