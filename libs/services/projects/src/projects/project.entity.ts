import type {
  FeatureAccessLevel,
  MergeMethod,
  ProjectId,
  SquashOption,
  UserId,
  Visibility,
} from '@hearth/contract-kit';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

export type ImportStatus = 'none' | 'scheduled' | 'started' | 'finished' | 'failed';

/** A project; its full path is in `routes`. */
@Entity('projects')
export class ProjectEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: ProjectId;

  @Column('bigint', { name: 'namespace_id' })
  namespaceId: number;

  @Column('text')
  path: string;

  @Column('text')
  name: string;

  @Column('text', { nullable: true })
  description: string | null;

  @Column('text', { default: 'private' })
  visibility: Visibility;

  @Column('bigint', { name: 'creator_id' })
  creatorId: UserId;

  @Column('boolean', { default: false })
  archived: boolean;

  /** A copy: HEAD of the repository is authoritative. Null while the repository is empty. */
  @Column('text', { name: 'default_branch', nullable: true })
  defaultBranch: string | null;

  /** Sequence number of the newest change of the repository in this copy. */
  @Column('bigint', { name: 'repository_sequence', default: 0 })
  repositorySequence: number;

  @Column('text', { name: 'issues_access_level', default: 'enabled' })
  issuesAccessLevel: FeatureAccessLevel;

  @Column('text', { name: 'merge_requests_access_level', default: 'enabled' })
  mergeRequestsAccessLevel: FeatureAccessLevel;

  @Column('text', { name: 'wiki_access_level', default: 'enabled' })
  wikiAccessLevel: FeatureAccessLevel;

  @Column('text', { name: 'builds_access_level', default: 'enabled' })
  buildsAccessLevel: FeatureAccessLevel;

  @Column('text', { name: 'snippets_access_level', default: 'enabled' })
  snippetsAccessLevel: FeatureAccessLevel;

  @Column('text', { name: 'repository_access_level', default: 'enabled' })
  repositoryAccessLevel: FeatureAccessLevel;

  /** The project that this one is a fork of. */
  @Column('bigint', { name: 'forked_from_id', nullable: true })
  forkedFromId: ProjectId | null;

  /** Id of the project with which its fork network began, which may be deleted; null for a project that is no fork: its network has its own id. */
  @Column('bigint', { name: 'fork_network_id', nullable: true })
  forkNetworkId: ProjectId | null;

  @Column('boolean', { name: 'resolve_outdated_diff_discussions', default: false })
  resolveOutdatedDiffDiscussions: boolean;

  @Column('boolean', { name: 'container_registry_enabled', default: true })
  containerRegistryEnabled: boolean;

  @Column('boolean', { name: 'shared_runners_enabled', default: true })
  sharedRunnersEnabled: boolean;

  @Column('boolean', { name: 'group_runners_enabled', default: true })
  groupRunnersEnabled: boolean;

  @Column('boolean', { name: 'lfs_enabled', default: true })
  lfsEnabled: boolean;

  @Column('boolean', { name: 'public_jobs', default: true })
  publicJobs: boolean;

  @Column('boolean', { name: 'request_access_enabled', default: false })
  requestAccessEnabled: boolean;

  @Column('boolean', { name: 'only_allow_merge_if_pipeline_succeeds', default: false })
  onlyAllowMergeIfPipelineSucceeds: boolean;

  @Column('boolean', { name: 'only_allow_merge_if_all_discussions_are_resolved', default: false })
  onlyAllowMergeIfAllDiscussionsAreResolved: boolean;

  @Column('text', { name: 'merge_method', default: 'merge' })
  mergeMethod: MergeMethod;

  @Column('text', { name: 'squash_option', default: 'default_off' })
  squashOption: SquashOption;

  /** Whether pipelines of merge requests run on the result of the merge. */
  @Column('boolean', { name: 'merge_pipelines_enabled', default: false })
  mergePipelinesEnabled: boolean;

  /** Whether clients offer to delete the source branch with a merge. */
  @Column('boolean', { name: 'remove_source_branch_after_merge', default: true })
  removeSourceBranchAfterMerge: boolean;

  /** Whether merges and pushed commits close issues of the project. */
  @Column('boolean', { name: 'autoclose_referenced_issues', default: true })
  autocloseReferencedIssues: boolean;

  /** Whether merge requests from a fork target the fork by default, instead of the project that it was forked from. */
  @Column('boolean', { name: 'mr_default_target_self', default: false })
  mrDefaultTargetSelf: boolean;

  @Column('boolean', { name: 'printing_merge_request_link_enabled', default: true })
  printingMergeRequestLinkEnabled: boolean;

  @Column('text', { name: 'import_status', default: 'none' })
  importStatus: ImportStatus;

  @Column('text', { name: 'import_error', nullable: true })
  importError: string | null;

  @Column('text', { name: 'ci_config_path', nullable: true })
  ciConfigPath: string | null;

  @Column('text', { name: 'tag_list', array: true, default: [] })
  tagList: string[];

  /** File name of the avatar, which is stored in `avatars`; null without one. */
  @Column('text', { name: 'avatar_file', nullable: true })
  avatarFile: string | null;

  /** Token that registers runners. Encrypted; null until it is first read. */
  @Column('text', { name: 'runners_token', nullable: true })
  runnersToken: string | null;

  /** Keyed hash for finding a project by its token. */
  @Column('text', { name: 'runners_token_lookup', nullable: true })
  runnersTokenLookup: string | null;

  /** Source of a running import, credentials included. Encrypted; null when no import is running. */
  @Column('text', { name: 'import_url', nullable: true })
  importUrl: string | null;

  /** Commits on the default branch; like the next four, a copy from repository. */
  @Column('bigint', { name: 'commit_count', default: 0 })
  commitCount: number;

  /** Bytes. */
  @Column('bigint', { name: 'repository_size', default: 0 })
  repositorySize: number;

  /** Default branch at the measurement; null until then, and while the repository is empty. */
  @Column('text', { name: 'measured_branch', nullable: true })
  measuredBranch: string | null;

  /** Path of the README on that branch; null without one. */
  @Column('text', { name: 'readme_path', nullable: true })
  readmePath: string | null;

  /** Sequence number of the newest measurement in this copy. */
  @Column('bigint', { name: 'statistics_sequence', default: 0 })
  statisticsSequence: number;

  /** Most bytes of the repository. 0: unlimited; null: the limit of the groups around, or the instance's. */
  @Column('bigint', { name: 'repository_size_limit', nullable: true })
  repositorySizeLimit: number | null;

  /** Number of storages for the repository, from 1 to 9; null: that of the groups around, or of the instance. */
  @Column('smallint', { name: 'repository_copies', nullable: true })
  repositoryCopies: number | null;

  /** Total of all jobs, in bytes; a copy of ci's total. */
  @Column('bigint', { name: 'artifacts_size', default: 0 })
  artifactsSize: number;

  /** Sequence number of the newest total in this copy. */
  @Column('bigint', { name: 'artifacts_sequence', default: 0 })
  artifactsSequence: number;

  /** Total size of the LFS objects, in bytes; a copy of repository's. */
  @Column('bigint', { name: 'lfs_size', default: 0 })
  lfsSize: number;

  /** Sequence number of the newest total in this copy. */
  @Column('bigint', { name: 'lfs_sequence', default: 0 })
  lfsSequence: number;

  /** Path, name and description in lower case, joined by PostgreSQL: the text that searches of lists match. */
  @Column({ type: 'text', insert: false, update: false, select: false })
  searched: string;

  @Column('integer', { name: 'star_count', default: 0 })
  starCount: number;

  @Column('integer', { name: 'forks_count', default: 0 })
  forksCount: number;

  @Column('integer', { name: 'open_issues_count', default: 0 })
  openIssuesCount: number;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' })
  createdAt: Date;

  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3, default: () => 'now()' })
  updatedAt: Date;

  @Column({ type: 'timestamptz', name: 'last_activity_at', precision: 3, default: () => 'now()' })
  lastActivityAt: Date;
}

/** Settings of a project that can be chosen at creation or later. */
export type ProjectSettings = FeatureColumns &
  Pick<
    ProjectEntity,
    | 'description'
    | 'visibility'
    | 'resolveOutdatedDiffDiscussions'
    | 'containerRegistryEnabled'
    | 'sharedRunnersEnabled'
    | 'groupRunnersEnabled'
    | 'lfsEnabled'
    | 'publicJobs'
    | 'requestAccessEnabled'
    | 'onlyAllowMergeIfPipelineSucceeds'
    | 'onlyAllowMergeIfAllDiscussionsAreResolved'
    | 'mergeMethod'
    | 'squashOption'
    | 'mergePipelinesEnabled'
    | 'removeSourceBranchAfterMerge'
    | 'autocloseReferencedIssues'
    | 'mrDefaultTargetSelf'
    | 'printingMergeRequestLinkEnabled'
    | 'ciConfigPath'
    | 'tagList'
    | 'repositorySizeLimit'
    | 'repositoryCopies'
  >;

/** The levels of a project's features, as columns. */
export type FeatureColumns = Pick<
  ProjectEntity,
  | 'issuesAccessLevel'
  | 'mergeRequestsAccessLevel'
  | 'snippetsAccessLevel'
  | 'buildsAccessLevel'
  | 'repositoryAccessLevel'
  | 'wikiAccessLevel'
>;
