import {
  CreateProjectParams,
  ListProjectsParams,
  newProject,
  projectFilters,
  UpdateProjectParams,
} from './project.params.js';

function create(params: object) {
  return newProject(CreateProjectParams.parse(params));
}

function list(params: object) {
  return projectFilters(ListProjectsParams.parse(params));
}

describe('newProject', () => {
  it('leaves out what was not given, so that the defaults of the table hold', () => {
    const { settings, ...names } = create({ name: 'Tool' });
    expect(names).toEqual({ name: 'Tool', path: undefined, namespaceId: undefined, withReadme: false });
    expect(Object.values(settings).every((value) => value === undefined)).toBe(true);
  });

  it('reads both spellings, the printed one first', () => {
    expect(create({ name: 'x', public_builds: false }).settings.publicJobs).toBe(false);
    expect(create({ name: 'x', public_builds: false, public_jobs: true }).settings.publicJobs).toBe(true);
    const plural = create({ name: 'x', printing_merge_requests_link_enabled: 'f' });
    expect(plural.settings.printingMergeRequestLinkEnabled).toBe(false);
  });

  it.each([
    [{ issues_enabled: true }, 'enabled'],
    [{ issues_enabled: false }, 'disabled'],
    [{ issues_access_level: 'private' }, 'private'],
    [{ issues_access_level: 'private', issues_enabled: true }, 'private'],
    [{ issues_access_level: 'enabled', issues_enabled: false }, 'enabled'],
    [{ issues_access_level: null, issues_enabled: 'f' }, 'disabled'],
  ])('reads the level of a feature from itself, else from the flag: %j', (params, level) => {
    expect(create({ name: 'x', ...params }).settings.issuesAccessLevel).toBe(level);
  });

  it('reads every feature', () => {
    const names = ['issues', 'merge_requests', 'builds', 'wiki', 'snippets', 'repository'];
    const levels = Object.fromEntries(names.map((name) => [`${name}_access_level`, 'private']));
    expect(create({ name: 'x', ...levels }).settings).toMatchObject({
      issuesAccessLevel: 'private',
      mergeRequestsAccessLevel: 'private',
      buildsAccessLevel: 'private',
      wikiAccessLevel: 'private',
      snippetsAccessLevel: 'private',
      repositoryAccessLevel: 'private',
    });
    expect(create({ name: 'x', jobs_enabled: false }).settings.buildsAccessLevel).toBe('disabled');
    const wrong = CreateProjectParams.safeParse({ name: 'x', wiki_access_level: 'public' });
    expect(wrong.error?.issues.map(({ message }) => message)).toEqual(['does not have a valid value']);
  });

  it.each([
    [{ ci_default_git_depth: 20 }, 'is not supported'],
    [{ emails_enabled: 'false' }, 'is not supported'],
    [{ container_registry_access_level: 'enabled' }, 'is not supported'],
    [{ squash_commit_template: '%{title}' }, 'is not supported'],
    [{ ci_default_git_depth: '0', emails_enabled: true, forking_access_level: 'enabled', mirror: false }, undefined],
  ])('takes a setting that Hearth does not have only as it is: %j', (setting, refusal) => {
    for (const [Params, required] of [
      [CreateProjectParams, { name: 'x' }],
      [UpdateProjectParams, { id: '1', name: 'x' }],
    ] as const)
      expect(Params.safeParse({ ...required, ...setting }).error?.issues[0]?.message).toBe(refusal);
  });

  it('reads tags from a list or one text, each once', () => {
    expect(create({ name: 'x', tag_list: 'web, api,,web' }).settings.tagList).toEqual(['web', 'api']);
    expect(create({ name: 'x', tag_list: [' web', ''] }).settings.tagList).toEqual(['web']);
    expect(create({ name: 'x', tag_list: '' }).settings.tagList).toEqual([]);
  });

  it('takes an empty CI path for the default, and keeps an empty description', () => {
    const { settings } = create({ name: 'x', ci_config_path: '', description: '' });
    expect([settings.ciConfigPath, settings.description]).toEqual([null, '']);
  });

  it('takes null for absent', () => {
    expect(create({ path: 'x', name: null, namespace_id: null, description: null })).toMatchObject({ path: 'x' });
    expect(CreateProjectParams.safeParse({ name: null }).success).toBe(false);
  });
});

describe('projectFilters', () => {
  it('asks for everything, newest first, without parameters', () => {
    expect(list({})).toEqual({
      archived: undefined,
      visibility: undefined,
      search: undefined,
      owned: false,
      membership: false,
      starred: false,
      customAttributes: {},
      withIssuesEnabled: false,
      withMergeRequestsEnabled: false,
      orderBy: 'createdAt',
      sort: 'desc',
    });
  });

  it('reads what narrows and orders', () => {
    const asked = { archived: 'false', search: 'fire place', owned: '1', order_by: 'last_activity_at', sort: 'asc' };
    expect(list(asked)).toMatchObject({
      archived: false,
      search: { text: 'fire place', patterns: ['%fire%', '%place%'] },
      owned: true,
      orderBy: 'lastActivityAt',
      sort: 'asc',
    });
  });
});
