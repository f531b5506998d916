-- Written by npm run generate:sql; a spec compares it with what the finder sends.

-- all records
-- $1 = 20, $2 = 0
select a.id,
  a.kind,
  a.actor_id as "actorId",
  a.acting_as_id as "actingAsId",
  a.subject_type as "subjectType",
  a.subject_id as "subjectId",
  a.subject_name as "subjectName",
  a.address,
  a.request_id as "requestId",
  a.details,
  a.created_at as "createdAt"
from audit_events a
order by a.created_at desc, a.id desc
limit $1 offset $2

-- of an actor
-- $1 = 17, $2 = 20, $3 = 0
select a.id,
  a.kind,
  a.actor_id as "actorId",
  a.acting_as_id as "actingAsId",
  a.subject_type as "subjectType",
  a.subject_id as "subjectId",
  a.subject_name as "subjectName",
  a.address,
  a.request_id as "requestId",
  a.details,
  a.created_at as "createdAt"
from audit_events a
where a.actor_id = $1::bigint
order by a.created_at desc, a.id desc
limit $2 offset $3

-- of a kind
-- $1 = "user.blocked", $2 = 20, $3 = 0
select a.id,
  a.kind,
  a.actor_id as "actorId",
  a.acting_as_id as "actingAsId",
  a.subject_type as "subjectType",
  a.subject_id as "subjectId",
  a.subject_name as "subjectName",
  a.address,
  a.request_id as "requestId",
  a.details,
  a.created_at as "createdAt"
from audit_events a
where a.kind = $1::text
order by a.created_at desc, a.id desc
limit $2 offset $3

-- about users
-- $1 = "user", $2 = 20, $3 = 0
select a.id,
  a.kind,
  a.actor_id as "actorId",
  a.acting_as_id as "actingAsId",
  a.subject_type as "subjectType",
  a.subject_id as "subjectId",
  a.subject_name as "subjectName",
  a.address,
  a.request_id as "requestId",
  a.details,
  a.created_at as "createdAt"
from audit_events a
where a.subject_type = $1::text
order by a.created_at desc, a.id desc
limit $2 offset $3

-- about a project
-- $1 = "project", $2 = 3, $3 = 20, $4 = 0
select a.id,
  a.kind,
  a.actor_id as "actorId",
  a.acting_as_id as "actingAsId",
  a.subject_type as "subjectType",
  a.subject_id as "subjectId",
  a.subject_name as "subjectName",
  a.address,
  a.request_id as "requestId",
  a.details,
  a.created_at as "createdAt"
from audit_events a
where a.subject_type = $1::text and a.subject_id = $2::bigint
order by a.created_at desc, a.id desc
limit $3 offset $4

-- of some days
-- $1 = "2018-01-15T00:00:00.000Z", $2 = "2018-01-15T00:00:00.000Z", $3 = 20, $4 = 0
select a.id,
  a.kind,
  a.actor_id as "actorId",
  a.acting_as_id as "actingAsId",
  a.subject_type as "subjectType",
  a.subject_id as "subjectId",
  a.subject_name as "subjectName",
  a.address,
  a.request_id as "requestId",
  a.details,
  a.created_at as "createdAt"
from audit_events a
where a.created_at > $1 and a.created_at < $2
order by a.created_at desc, a.id desc
limit $3 offset $4

-- beyond the end
-- $1 = 20, $2 = 40
select a.id,
  a.kind,
  a.actor_id as "actorId",
  a.acting_as_id as "actingAsId",
  a.subject_type as "subjectType",
  a.subject_id as "subjectId",
  a.subject_name as "subjectName",
  a.address,
  a.request_id as "requestId",
  a.details,
  a.created_at as "createdAt"
from audit_events a
order by a.created_at desc, a.id desc
limit $1 offset $2

-- beyond the end
select count(*) from (select from audit_events a limit 10001) counted
