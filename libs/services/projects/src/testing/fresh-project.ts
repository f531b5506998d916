import { BASE_URL } from './projects-app.js';

export const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const FEATURES = ['issues', 'merge_requests', 'builds', 'wiki', 'snippets', 'repository'];

/** Settings of a project that was created with only a name. */
const SETTINGS = {
  resolve_outdated_diff_discussions: false,
  container_registry_enabled: true,
  issues_enabled: true,
  merge_requests_enabled: true,
  wiki_enabled: true,
  jobs_enabled: true,
  snippets_enabled: true,
  ...Object.fromEntries(FEATURES.map((feature) => [`${feature}_access_level`, 'enabled'])),
  shared_runners_enabled: true,
  group_runners_enabled: true,
  lfs_enabled: true,
  import_status: 'none',
  import_error: null,
  open_issues_count: 0,
  runners_token: expect.any(String) as string,
  public_jobs: true,
  ci_config_path: null,
  shared_with_groups: [],
  only_allow_merge_if_pipeline_succeeds: false,
  request_access_enabled: false,
  only_allow_merge_if_all_discussions_are_resolved: false,
  merge_method: 'merge',
  squash_option: 'default_off',
  merge_pipelines_enabled: false,
  remove_source_branch_after_merge: true,
  autoclose_referenced_issues: true,
  packages_enabled: false,
  auto_devops_enabled: false,
  pages_access_level: 'disabled',
  printing_merge_request_link_enabled: true,
  printing_merge_requests_link_enabled: true,
};

/** Answer for a project called My Project that was created with only a name. */
export function freshProject(id: number, namespaceId: number): object {
  return {
    id,
    description: null,
    name: 'My Project',
    name_with_namespace: 'Ada Lovelace / My Project',
    path: 'my-project',
    path_with_namespace: 'ada/my-project',
    created_at: expect.stringMatching(TIME),
    default_branch: null,
    tag_list: [],
    topics: [],
    ssh_url_to_repo: null,
    http_url_to_repo: `${BASE_URL}/ada/my-project.git`,
    web_url: `${BASE_URL}/ada/my-project`,
    readme_url: null,
    avatar_url: null,
    star_count: 0,
    forks_count: 0,
    last_activity_at: expect.stringMatching(TIME),
    _links: linksOf(id),
    empty_repo: true,
    archived: false,
    visibility: 'private',
    owner: {
      id: 1,
      name: 'Ada Lovelace',
      username: 'ada',
      state: 'active',
      avatar_url: null,
      web_url: `${BASE_URL}/ada`,
      created_at: expect.stringMatching(TIME),
    },
    ...SETTINGS,
    creator_id: 1,
    namespace: { id: namespaceId, name: 'ada', path: 'ada', kind: 'user', full_path: 'ada', parent_id: null },
    permissions: { project_access: { access_level: 40, notification_level: 3 }, group_access: null },
  };
}

function linksOf(id: number): object {
  const self = `${BASE_URL}/api/v4/projects/${id}`;
  return {
    self,
    issues: `${self}/issues`,
    merge_requests: `${self}/merge_requests`,
    repo_branches: `${self}/repository/branches`,
    labels: `${self}/labels`,
    events: `${self}/events`,
    members: `${self}/members`,
  };
}
