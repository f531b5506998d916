import { AccessLevel, type ProjectId, type UserId } from '@hearth/contract-kit';
import {
  BasicProjectView,
  ProjectView,
  presentBasicProject,
  presentProject,
  presentSimpleProject,
} from './project.view.js';
import type { ListedProject, ProjectRecord } from './projects.store.js';

const RECORD: ProjectRecord = {
  id: 7 as ProjectId,
  path: 'tool',
  name: 'Tool',
  description: null,
  visibility: 'internal',
  creatorId: 3 as UserId,
  archived: false,
  defaultBranch: 'main',
  features: {
    issues: 'enabled',
    mergeRequests: 'enabled',
    snippets: 'enabled',
    builds: 'enabled',
    repository: 'enabled',
    wiki: 'enabled',
  },
  resolveOutdatedDiffDiscussions: false,
  containerRegistryEnabled: true,
  sharedRunnersEnabled: true,
  groupRunnersEnabled: true,
  mrDefaultTargetSelf: false,
  lfsEnabled: true,
  publicJobs: true,
  requestAccessEnabled: false,
  onlyAllowMergeIfPipelineSucceeds: false,
  onlyAllowMergeIfAllDiscussionsAreResolved: false,
  mergeMethod: 'merge',
  squashOption: 'default_off',
  mergePipelinesEnabled: false,
  removeSourceBranchAfterMerge: true,
  autocloseReferencedIssues: true,
  printingMergeRequestLinkEnabled: true,
  importStatus: 'failed',
  importError: 'no answer',
  ciConfigPath: null,
  repositorySizeLimit: null,
  repositoryCopies: null,
  tagList: ['web', 'api'],
  avatarFile: null,
  commitCount: 12,
  repositorySize: 4096,
  artifactsSize: 512,
  lfsSize: 64,
  measuredBranch: 'main',
  readmePath: 'README.md',
  starCount: 2,
  forksCount: 1,
  openIssuesCount: 5,
  createdAt: new Date('2018-01-15T10:07:21.123Z'),
  lastActivityAt: new Date('2018-01-16T10:07:21.000Z'),
  fullPath: 'Top/team/tool',
  namespace: {
    id: 4,
    kind: 'group',
    path: 'team',
    name: 'Team',
    fullPath: 'Top/team',
    fullName: 'Top / Team',
    parentId: 3,
    visibility: 'public',
  },
  owner: null,
  forkedFrom: null,
  openToCaller: true,
  sharedWithGroups: [{ id: 8, name: 'Guests', visibility: 'private', level: 20 }],
  projectAccess: null,
  groupAccess: { level: 30, notificationLevel: null },
};
const BASE = 'https://code.example:8443';
const AT = { baseUrl: BASE };

describe('presentBasicProject', () => {
  it('prints addresses under the base URL, times in UTC with milliseconds, tags sorted', () => {
    const basic = presentBasicProject(RECORD, AT);
    expect(BasicProjectView.parse(basic)).toEqual({
      id: 7,
      description: null,
      name: 'Tool',
      name_with_namespace: 'Top / Team / Tool',
      path: 'tool',
      path_with_namespace: 'Top/team/tool',
      created_at: '2018-01-15T10:07:21.123Z',
      default_branch: 'main',
      tag_list: ['api', 'web'],
      topics: ['api', 'web'],
      ssh_url_to_repo: null,
      http_url_to_repo: 'https://code.example:8443/Top/team/tool.git',
      web_url: 'https://code.example:8443/Top/team/tool',
      avatar_url: null,
      star_count: 2,
      forks_count: 1,
      last_activity_at: '2018-01-16T10:07:21.000Z',
    });
    expect(RECORD.tagList).toEqual(['web', 'api']);
    for (const sshPrefix of ['git@code.example:', 'ssh://git@code.example:2222/'])
      expect(presentBasicProject(RECORD, { ...AT, sshPrefix }).ssh_url_to_repo).toBe(`${sshPrefix}Top/team/tool.git`);
  });

  it('prints where the README of the default branch is, once that is known, for who may read the code', () => {
    const of = (given: Partial<ListedProject>) => presentSimpleProject({ ...RECORD, ...given }, AT).readme_url;
    expect(Object.keys(presentSimpleProject(RECORD, AT))).toEqual(Object.keys(BasicProjectView.shape));
    expect(of({})).toBe(`${BASE}/Top/team/tool/-/blob/main/README.md`);
    const branch = 'fix/50% #1';
    expect(of({ defaultBranch: branch, measuredBranch: branch })).toBe(
      `${BASE}/Top/team/tool/-/blob/fix/50%25%20%231/README.md`,
    );
    expect(of({ readmePath: null })).toBeNull();
    expect(of({ defaultBranch: null, measuredBranch: null, readmePath: null })).toBeNull();
    expect(of({ measuredBranch: null, readmePath: null })).toBeUndefined();
    expect(of({ measuredBranch: 'old' })).toBeUndefined();
    const to = (level: AccessLevel | undefined, given: Partial<ListedProject>) => of({ ...given, level }) !== undefined;
    expect([0, 10, 20].map((level) => to(level as AccessLevel, { openToCaller: false }))).toEqual([false, false, true]);
    expect(to(undefined, { openToCaller: false })).toBe(true);
    const features = { ...RECORD.features, repository: 'private' } as const;
    expect([0, 10].map((level) => to(level as AccessLevel, { features }))).toEqual([false, true]);
    expect(to(AccessLevel.owner, { features: { ...features, repository: 'disabled' } })).toBe(false);
  });

  it('prints where the picture is', () => {
    const { avatar_url: address } = presentBasicProject({ ...RECORD, avatarFile: 'me.png' }, AT);
    expect(address).toBe(`${BASE}/uploads/-/system/project/avatar/7/me.png`);
  });
});

describe('presentProject', () => {
  it('prints fields in the order of the reference', () => {
    expect(Object.keys(ProjectView.parse(presentProject(RECORD, AT))).slice(18)).toEqual([
      ...['_links', 'empty_repo', 'archived', 'visibility', 'resolve_outdated_diff_discussions'],
      'container_registry_enabled',
      ...['issues_enabled', 'merge_requests_enabled', 'wiki_enabled', 'jobs_enabled', 'snippets_enabled'],
      ...['issues_access_level', 'merge_requests_access_level', 'builds_access_level', 'wiki_access_level'],
      ...['snippets_access_level', 'repository_access_level'],
      ...[
        'shared_runners_enabled',
        'group_runners_enabled',
        'lfs_enabled',
        'creator_id',
        'namespace',
        'import_status',
        'import_error',
      ],
      ...['open_issues_count', 'public_jobs', 'ci_config_path', 'shared_with_groups'],
      ...['only_allow_merge_if_pipeline_succeeds', 'request_access_enabled'],
      ...[
        'only_allow_merge_if_all_discussions_are_resolved',
        'merge_method',
        'squash_option',
        'merge_pipelines_enabled',
      ],
      ...['remove_source_branch_after_merge', 'autoclose_referenced_issues', 'packages_enabled', 'auto_devops_enabled'],
      'pages_access_level',
      ...['printing_merge_request_link_enabled', 'printing_merge_requests_link_enabled', 'permissions'],
    ]);
  });

  it('prints statistics and the token of runners in their places, where they are given', () => {
    const view = presentProject(RECORD, AT, { level: 40, statistics: true, runnersToken: 'secret' });
    const keys = Object.keys(ProjectView.parse(view));
    expect(view.statistics).toEqual({
      commit_count: 12,
      storage_size: 4672,
      repository_size: 4096,
      lfs_objects_size: 64,
      job_artifacts_size: 512,
    });
    expect(keys.slice(-2)).toEqual(['statistics', 'permissions']);
    expect(keys[keys.indexOf('runners_token') - 1]).toBe('open_issues_count');
    expect(keys[keys.indexOf('runners_token') + 1]).toBe('public_jobs');
  });

  it('names the owner in a user namespace only', () => {
    expect(presentProject(RECORD, AT)).not.toHaveProperty('owner');
    const own = presentProject(
      {
        ...RECORD,
        namespace: { ...RECORD.namespace, kind: 'user', path: 'ada', fullPath: 'ada', fullName: 'Ada Lovelace' },
        owner: {
          id: 9 as UserId,
          state: 'active',
          avatarPath: '/uploads/a.png',
          createdAt: '2018-01-01T00:00:00.000Z',
        },
      },
      AT,
    );
    expect(ProjectView.parse(own).owner).toEqual({
      id: 9,
      username: 'ada',
      name: 'Ada Lovelace',
      state: 'active',
      avatar_url: `${BASE}/uploads/a.png`,
      web_url: `${BASE}/ada`,
      created_at: '2018-01-01T00:00:00.000Z',
    });
    expect(own.name_with_namespace).toBe('Ada Lovelace / Tool');
  });

  it('leaves out what a disabled feature would show', () => {
    const features = { ...RECORD.features, issues: 'disabled', mergeRequests: 'disabled' } as const;
    const view = presentProject({ ...RECORD, features }, AT, { level: AccessLevel.owner });
    expect(view).not.toHaveProperty('open_issues_count');
    expect(Object.keys(view._links)).toEqual(['self', 'repo_branches', 'labels', 'events', 'members']);
    expect([view.issues_enabled, view.issues_access_level]).toEqual([false, 'disabled']);
  });

  it('prints of a feature kept to members its level, and whether it is there for the caller', () => {
    const features = { ...RECORD.features, issues: 'private', builds: 'private', repository: 'private' } as const;
    const to = (level: AccessLevel) => presentProject({ ...RECORD, features }, AT, { level });
    const [visitor, guest] = [to(AccessLevel.none), to(AccessLevel.guest)];
    expect(visitor).toMatchObject({ issues_enabled: false, jobs_enabled: false, merge_requests_enabled: false });
    expect(visitor).toMatchObject({ wiki_enabled: true, snippets_enabled: true });
    expect(visitor).not.toHaveProperty('open_issues_count');
    expect(visitor._links).not.toHaveProperty('issues');
    expect(guest).toMatchObject({ issues_enabled: true, jobs_enabled: true, merge_requests_enabled: true });
    expect(guest).toMatchObject({ open_issues_count: 5, _links: { issues: `${BASE}/api/v4/projects/7/issues` } });
    for (const view of [visitor, guest])
      expect(view).toMatchObject({
        issues_access_level: 'private',
        merge_requests_access_level: 'enabled',
        builds_access_level: 'private',
        repository_access_level: 'private',
      });
  });

  it('keeps the reason of a failed import to masters and above', () => {
    const error = (level: 0 | 10 | 20 | 30 | 40 | 50 = 0) => presentProject(RECORD, AT, { level }).import_error;
    expect([undefined, 0, 30, 40, 50].map((level) => error(level as 0))).toEqual([
      null,
      null,
      null,
      'no answer',
      'no answer',
    ]);
  });

  it('names the groups that it is shared with', () => {
    expect(ProjectView.parse(presentProject(RECORD, AT)).shared_with_groups).toEqual([
      { group_id: 8, group_name: 'Guests', group_access_level: 20 },
    ]);
  });

  it('prints the rights of the caller', () => {
    expect(presentProject(RECORD, AT).permissions).toEqual({
      project_access: null,
      group_access: { access_level: 30, notification_level: null },
    });
  });
});
