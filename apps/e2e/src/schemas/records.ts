import { z } from 'zod';

/** Closed schemas of the API's answers: a field too many or too few fails a spec. Written from the API's specification. */
const Timestamp = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const CommitDate = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(Z|[+-]\d\d:\d\d)$/);
const Id = z.int().positive();
const ObjectId = z.string().regex(/^[0-9a-f]{40}$/);
const Text = z.string();
const Flag = z.boolean();
const FeatureAccess = z.enum(['disabled', 'private', 'enabled']);

export const Version = z.strictObject({
  version: z.string().regex(/^\d+\.\d+\.\d+/),
  revision: z.string().regex(/^hearth-\d+\.\d+\.\d+(\+[0-9a-f]{11})?$/),
});

export const Metadata = Version.extend({
  kas: z.strictObject({
    ...{ enabled: z.literal(false), externalUrl: z.null(), externalK8sProxyUrl: z.null(), version: z.null() },
  }),
  enterprise: z.literal(false),
});

export const LicenseTemplate = z.strictObject({
  key: Text,
  name: Text,
  nickname: Text.nullable(),
  popular: Flag,
  html_url: z.url(),
  source_url: z.url(),
  content: Text,
});

export const Topic = z.strictObject({
  id: Id,
  name: Text,
  title: Text,
  description: Text.nullable(),
  total_projects_count: z.int().min(0),
  avatar_url: z.url().nullable(),
});

export const NotificationSetting = z.strictObject({
  level: z.enum(['disabled', 'participating', 'watch', 'global', 'mention', 'custom']),
  events: z.record(Text, Flag).optional(),
});
export const GlobalNotificationSetting = NotificationSetting.extend({ notification_email: z.email() });

export const UserBasic = z.strictObject({
  id: Id,
  name: Text,
  username: Text,
  state: z.enum(['active', 'blocked', 'banned', 'deactivated']),
  avatar_url: Text.nullable(),
  web_url: z.url(),
});

/** A user as other users read it. */
export const User = UserBasic.extend({
  created_at: Timestamp,
  bio: Text.nullable(),
  location: Text.nullable(),
  skype: Text,
  linkedin: Text,
  twitter: Text,
  website_url: Text,
  organization: Text.nullable(),
  bot: Flag,
});

/** The current user's own record, and the answer to creation. */
export const PublicUser = User.extend({
  last_sign_in_at: Timestamp.nullable(),
  confirmed_at: Timestamp.nullable(),
  last_activity_on: z.iso.date().nullable(),
  email: Text,
  theme_id: z.int(),
  color_scheme_id: z.int(),
  projects_limit: z.int(),
  current_sign_in_at: Timestamp.nullable(),
  identities: z.array(z.strictObject({ provider: Text, extern_uid: Text })),
  can_create_group: Flag,
  can_create_project: Flag,
  two_factor_enabled: Flag,
  external: Flag,
});

export const AdminUser = PublicUser.extend({ is_admin: Flag, note: z.string().nullable() });

/** Projects for anonymous callers and with `simple=true`. */
export const BasicProject = z.strictObject({
  id: Id,
  description: Text.nullable(),
  name: Text,
  name_with_namespace: Text,
  path: Text,
  path_with_namespace: Text,
  created_at: Timestamp,
  default_branch: Text.nullable(),
  tag_list: z.array(Text),
  topics: z.array(Text),
  ssh_url_to_repo: z.string(),
  http_url_to_repo: z.url(),
  web_url: z.url(),
  /** Absent until the repository was measured, and for callers who may not read the code. */
  readme_url: z.url().nullable().optional(),
  avatar_url: Text.nullable(),
  star_count: z.int(),
  forks_count: z.int(),
  last_activity_at: Timestamp,
});

const Access = z.strictObject({ access_level: z.int(), notification_level: z.int().nullable() }).nullable();

/** Projects for authenticated callers. */
export const Project = BasicProject.extend({
  _links: z.strictObject({
    self: z.url(),
    /** Present if the caller may use the feature. */
    issues: z.url().optional(),
    merge_requests: z.url().optional(),
    repo_branches: z.url(),
    labels: z.url(),
    events: z.url(),
    members: z.url(),
  }),
  archived: Flag,
  visibility: z.enum(['private', 'internal', 'public']),
  /** Absent on projects of groups. */
  owner: UserBasic.extend({ created_at: Timestamp }).optional(),
  resolve_outdated_diff_discussions: Flag,
  container_registry_enabled: Flag,
  issues_enabled: Flag,
  merge_requests_enabled: Flag,
  wiki_enabled: Flag,
  jobs_enabled: Flag,
  snippets_enabled: Flag,
  issues_access_level: FeatureAccess,
  merge_requests_access_level: FeatureAccess,
  builds_access_level: FeatureAccess,
  wiki_access_level: FeatureAccess,
  snippets_access_level: FeatureAccess,
  repository_access_level: FeatureAccess,
  shared_runners_enabled: Flag,
  group_runners_enabled: Flag,
  lfs_enabled: Flag,
  creator_id: Id,
  namespace: z.strictObject({
    id: Id,
    name: Text,
    path: Text,
    kind: z.enum(['user', 'group']),
    full_path: Text,
    parent_id: Id.nullable(),
  }),
  /** The source of a fork, if it is visible to the caller. */
  forked_from_project: BasicProject.optional(),
  mr_default_target_self: Flag.optional(),
  import_status: Text,
  /** The error of a failed import for masters; null for others. */
  import_error: Text.nullable(),
  open_issues_count: z.int(),
  public_jobs: Flag,
  ci_config_path: Text.nullable(),
  shared_with_groups: z.array(z.strictObject({ group_id: Id, group_name: Text, group_access_level: z.int() })),
  only_allow_merge_if_pipeline_succeeds: Flag,
  request_access_enabled: Flag,
  only_allow_merge_if_all_discussions_are_resolved: Flag,
  empty_repo: Flag,
  merge_method: z.enum(['merge', 'rebase_merge', 'ff']),
  squash_option: z.enum(['never', 'always', 'default_on', 'default_off']),
  merge_pipelines_enabled: Flag,
  remove_source_branch_after_merge: Flag,
  autoclose_referenced_issues: Flag,
  packages_enabled: z.literal(false),
  auto_devops_enabled: z.literal(false),
  pages_access_level: z.literal('disabled'),
  printing_merge_request_link_enabled: Flag,
  printing_merge_requests_link_enabled: Flag,
  permissions: z.strictObject({ project_access: Access, group_access: Access }),
});

/** Projects for their administrators, one at a time: with the registration token of runners. */
export const AdministeredProject = Project.extend({ runners_token: Text.min(20) });

export const Commit = z.strictObject({
  id: ObjectId,
  short_id: z.string().regex(/^[0-9a-f]{8}$/),
  title: Text,
  created_at: CommitDate,
  parent_ids: z.array(ObjectId),
  message: Text,
  author_name: Text,
  author_email: Text,
  authored_date: CommitDate,
  committer_name: Text,
  committer_email: Text,
  committed_date: CommitDate,
});

/** The answer to a commit by the API. */
export const CommitDetail = Commit.extend({
  stats: z.strictObject({ additions: z.int(), deletions: z.int(), total: z.int() }),
  status: Text.nullable(),
  last_pipeline: z.null(),
});

export const Changelog = z.strictObject({ notes: Text });

export const Branch = z.strictObject({
  name: Text,
  commit: Commit,
  merged: Flag,
  protected: Flag,
  developers_can_push: Flag,
  developers_can_merge: Flag,
});

export const FoundBlob = z.strictObject({
  basename: Text,
  data: Text,
  path: Text,
  filename: Text,
  id: z.null(),
  ref: Text,
  startline: z.int().positive(),
  project_id: Id,
});

export const TreeEntry = z.strictObject({
  id: ObjectId,
  name: Text,
  type: z.enum(['tree', 'blob', 'commit']),
  path: Text,
  mode: z.enum(['040000', '100644', '100755', '120000', '160000']),
});

/** A group in lists. */
export const Group = z.strictObject({
  id: Id,
  name: Text,
  path: Text,
  description: Text.nullable(),
  visibility: z.enum(['private', 'internal', 'public']),
  lfs_enabled: Flag,
  avatar_url: Text.nullable(),
  web_url: z.url(),
  request_access_enabled: Flag,
  share_with_group_lock: Flag,
  project_creation_level: z.enum(['noone', 'administrator', 'owner', 'maintainer', 'developer']),
  default_branch: Text.nullable(),
  subgroup_creation_level: z.enum(['owner', 'maintainer']),
  require_two_factor_authentication: z.literal(false),
  two_factor_grace_period: z.literal(48),
  auto_devops_enabled: z.literal(false),
  created_at: Timestamp,
  full_name: Text,
  full_path: Text,
  parent_id: Id.nullable(),
});

/** The detail view of a group. Admins are shown the settings of its repositories: most bytes, and number of storages. */
export const GroupDetail = Group.extend({
  repository_size_limit: z.int().nullable().optional(),
  repository_copies: z.int().nullable().optional(),
  projects: z.array(Project.partial({ permissions: true })),
  shared_projects: z.array(Project.partial({ permissions: true })),
});

export const Namespace = z.strictObject({
  id: Id,
  name: Text,
  path: Text,
  kind: z.enum(['user', 'group']),
  full_path: Text,
  parent_id: Id.nullable(),
  /** Present for administrators of the group. */
  members_count_with_descendants: z.int().optional(),
});

/** One namespace; the sizes are present on top, for owners and admins. */
export const NamespaceDetail = Namespace.extend({
  root_repository_size: z.int().optional(),
  storage_size: z.int().optional(),
  storage_size_limit: z.int().nullable().optional(),
});

export const NamespaceExists = z.strictObject({ exists: z.boolean(), suggests: z.array(Text) });

/** Group in the list of a project's groups. */
export const PublicGroup = z.strictObject({
  id: Id,
  web_url: Text,
  name: Text,
  avatar_url: Text.nullable(),
  full_name: Text,
  full_path: Text,
});

export const Member = UserBasic.extend({
  access_level: z.int(),
  created_at: Timestamp,
  expires_at: z.iso.date().nullable(),
});

export const Requester = UserBasic.extend({ requested_at: Timestamp });

export const ImpersonationToken = z.strictObject({
  id: Id,
  name: Text,
  revoked: Flag,
  created_at: Timestamp,
  description: Text.nullable(),
  scopes: z.array(Text),
  last_used_at: Timestamp.nullable(),
  active: Flag,
  expires_at: z.iso.date().nullable(),
  impersonation: z.literal(true),
});

/** The answer to creation, the only one with the value. */
export const NewImpersonationToken = ImpersonationToken.extend({ token: Text.min(20) });

export const SshKey = z.strictObject({ id: Id, title: Text, key: Text, created_at: Timestamp });

/** An address beside the main one. */
export const Email = z.strictObject({ id: Id, email: Text });

export const CustomAttribute = z.strictObject({ key: Text, value: Text });
