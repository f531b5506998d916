-- Written by npm run generate:sql; a spec compares it with what the finder sends.

-- all personal ones
-- $1 = 20, $2 = 0
select t.id,
  t.user_id as "userId",
  t.name,
  t.description,
  t.scopes,
  t.impersonation,
  t.expires_at::text as "expiresAt",
  t.revoked,
  t.created_at as "createdAt",
  t.updated_at as "updatedAt",
  t.last_used_at as "lastUsedAt"
from personal_access_tokens t
where not t.impersonation
order by t.id asc
limit $1 offset $2

-- impersonation ones of a user
-- $1 = 17, $2 = 20, $3 = 0
select t.id,
  t.user_id as "userId",
  t.name,
  t.description,
  t.scopes,
  t.impersonation,
  t.expires_at::text as "expiresAt",
  t.revoked,
  t.created_at as "createdAt",
  t.updated_at as "updatedAt",
  t.last_used_at as "lastUsedAt"
from personal_access_tokens t
where t.impersonation
  and t.user_id = $1
  and exists (
    select from users u where u.id = $1 and u.state in ('active', 'blocked', 'ldap_blocked', 'banned', 'deactivated')
  )
order by t.id asc
limit $2 offset $3

-- active ones
-- $1 = "2018-01-15", $2 = 20, $3 = 0
select t.id,
  t.user_id as "userId",
  t.name,
  t.description,
  t.scopes,
  t.impersonation,
  t.expires_at::text as "expiresAt",
  t.revoked,
  t.created_at as "createdAt",
  t.updated_at as "updatedAt",
  t.last_used_at as "lastUsedAt"
from personal_access_tokens t
where not t.impersonation and not t.revoked and (t.expires_at is null or t.expires_at > $1::date)
order by t.id asc
limit $2 offset $3

-- inactive ones
-- $1 = "2018-01-15", $2 = 20, $3 = 0
select t.id,
  t.user_id as "userId",
  t.name,
  t.description,
  t.scopes,
  t.impersonation,
  t.expires_at::text as "expiresAt",
  t.revoked,
  t.created_at as "createdAt",
  t.updated_at as "updatedAt",
  t.last_used_at as "lastUsedAt"
from personal_access_tokens t
where not t.impersonation and (t.revoked or t.expires_at <= $1::date) and t.revoked
order by t.id asc
limit $2 offset $3

-- a search
-- $1 = "%laptop%", $2 = 20, $3 = 0
with found as materialized (
  select t.* from personal_access_tokens t where not t.impersonation and (t.name ilike $1::text)
)
select t.id,
  t.user_id as "userId",
  t.name,
  t.description,
  t.scopes,
  t.impersonation,
  t.expires_at::text as "expiresAt",
  t.revoked,
  t.created_at as "createdAt",
  t.updated_at as "updatedAt",
  t.last_used_at as "lastUsedAt"
from found t
order by t.id asc
limit $2 offset $3

-- of some days
-- $1 = "2018-01-15T00:00:00.000Z", $2 = "2018-01-15T00:00:00.000Z", $3 = 20, $4 = 0
select t.id,
  t.user_id as "userId",
  t.name,
  t.description,
  t.scopes,
  t.impersonation,
  t.expires_at::text as "expiresAt",
  t.revoked,
  t.created_at as "createdAt",
  t.updated_at as "updatedAt",
  t.last_used_at as "lastUsedAt"
from personal_access_tokens t
where not t.impersonation and t.created_at > $1 and t.created_at < $2
order by t.id asc
limit $3 offset $4

-- behind a key
-- $1 = 5000, $2 = 20, $3 = 0
select t.id,
  t.user_id as "userId",
  t.name,
  t.description,
  t.scopes,
  t.impersonation,
  t.expires_at::text as "expiresAt",
  t.revoked,
  t.created_at as "createdAt",
  t.updated_at as "updatedAt",
  t.last_used_at as "lastUsedAt"
from personal_access_tokens t
where not t.impersonation and t.id < $1
order by t.id desc
limit $2 offset $3

-- beyond the end
-- $1 = 20, $2 = 40
select t.id,
  t.user_id as "userId",
  t.name,
  t.description,
  t.scopes,
  t.impersonation,
  t.expires_at::text as "expiresAt",
  t.revoked,
  t.created_at as "createdAt",
  t.updated_at as "updatedAt",
  t.last_used_at as "lastUsedAt"
from personal_access_tokens t
where not t.impersonation
order by t.id asc
limit $1 offset $2

-- beyond the end
select count(*) from (select from personal_access_tokens t where not t.impersonation limit 10001) counted
