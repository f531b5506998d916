import { featuresOf } from '../access/access.store.js';
import { accessTo, isActive } from '../access/levels.finder.js';

/** Access of the caller that `recordSources` joins, to the source of a fork. */
const sourceAccess = accessTo('source', 'home', {
  user: 'caller.id',
  admin: 'caller.admin',
  external: 'caller.external',
});

/** Column of the source of a fork, if it is visible to the caller. */
const FORKED_FROM = `case when p.forked_from_id is not null then (
    select json_build_object('id', source.id, 'description', source.description, 'name', source.name, 'path', source.path,
      'fullPath', at.path, 'createdAt', source.created_at, 'defaultBranch', source.default_branch, 'tagList', source.tag_list,
      'avatarFile', source.avatar_file, 'starCount', source.star_count, 'forksCount', source.forks_count,
      'lastActivityAt', source.last_activity_at, 'namespace', json_build_object('fullName', home.full_name))
    from projects source join namespaces home on home.id = source.namespace_id join routes at on at.project_id = source.id
    where source.id = p.forked_from_id and ${sourceAccess.isVisible(sourceAccess.level)}) end as "forkedFrom"`;

/** Columns of a ProjectRecord; used with RECORD_SOURCES. */
export const RECORD_COLUMNS = `
  p.id, p.path, p.name, p.description, p.visibility, p.creator_id as "creatorId", p.archived,
  p.default_branch as "defaultBranch", ${featuresOf('p')} as features, p.resolve_outdated_diff_discussions as "resolveOutdatedDiffDiscussions",
  p.container_registry_enabled as "containerRegistryEnabled", p.shared_runners_enabled as "sharedRunnersEnabled",
  p.group_runners_enabled as "groupRunnersEnabled", p.lfs_enabled as "lfsEnabled", p.public_jobs as "publicJobs", p.request_access_enabled as "requestAccessEnabled",
  p.only_allow_merge_if_pipeline_succeeds as "onlyAllowMergeIfPipelineSucceeds",
  p.only_allow_merge_if_all_discussions_are_resolved as "onlyAllowMergeIfAllDiscussionsAreResolved",
  p.merge_method as "mergeMethod", p.squash_option as "squashOption", p.merge_pipelines_enabled as "mergePipelinesEnabled",
  p.remove_source_branch_after_merge as "removeSourceBranchAfterMerge", p.autoclose_referenced_issues as "autocloseReferencedIssues",
  p.mr_default_target_self as "mrDefaultTargetSelf",
  p.printing_merge_request_link_enabled as "printingMergeRequestLinkEnabled", p.import_status as "importStatus",
  p.import_error as "importError", p.ci_config_path as "ciConfigPath", p.tag_list as "tagList", p.avatar_file as "avatarFile", p.commit_count as "commitCount", p.repository_size as "repositorySize", p.repository_size_limit as "repositorySizeLimit", p.repository_copies as "repositoryCopies", p.artifacts_size as "artifactsSize", p.lfs_size as "lfsSize",
  p.measured_branch as "measuredBranch", p.readme_path as "readmePath",
  (p.visibility = 'public' or (p.visibility = 'internal' and caller.id is not null and not caller.external)) as "openToCaller",
  p.star_count as "starCount", p.forks_count as "forksCount", p.open_issues_count as "openIssuesCount",
  p.created_at as "createdAt", p.last_activity_at as "lastActivityAt", route.path as "fullPath",
  json_build_object('id', n.id, 'kind', n.kind, 'path', n.path, 'name', n.name, 'fullPath', left(route.path, -1 - length(p.path)),
    'fullName', n.full_name, 'parentId', n.parent_id, 'visibility', n.visibility) as namespace,
  case when n.owner_user_id is not null then json_build_object('id', n.owner_user_id, 'state', n.owner_state,
    'avatarPath', n.owner_avatar_path,
    'createdAt', to_char(n.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end as owner,
  (select coalesce(json_agg(json_build_object('id', invited.id, 'name', invited.name, 'visibility', invited.visibility,
      'level', link.level) order by link.id), '[]')
    from project_group_links link join namespaces invited on invited.id = link.group_id
    where link.project_id = p.id and ${isActive('link')}) as "sharedWithGroups",
  case when pm.level is not null then
    json_build_object('level', pm.level, 'notificationLevel', pm.notification_level) end as "projectAccess",
  case when gm.level is not null then
    json_build_object('level', gm.level, 'notificationLevel', gm.notification_level) end as "groupAccess",
  ${FORKED_FROM}`;

/** SQL of the caller, by three parameters. */
export const CALLER = { user: '$2::bigint', admin: '$3::boolean', external: '$4::boolean' };

/** Joins of a ProjectRecord, for a project `p`. @param caller SQL of the caller; an id of null is anonymous */
export function recordSources({ user, admin, external }: typeof CALLER): string {
  return `
  cross join (select ${user} as id, ${admin} as admin, ${external} as external) caller
  join namespaces n on n.id = p.namespace_id
  join routes route on route.project_id = p.id
  left join project_members pm on pm.project_id = p.id and pm.user_id = caller.id and ${isActive('pm')}
  left join namespace_members gm on gm.namespace_id = n.id and gm.user_id = caller.id and ${isActive('gm')}`;
}
