import { generateKeyPairSync } from 'node:crypto';
import { uniqueName } from '../system/names.js';
import { admin, createUserWithClient, type Client, type UserWithClient } from './gitbeaker.js';

const URL = 'https://example.com/hook';
const DAY_MS = 86_400_000;

/** Returns a new SSH key, as `ssh-keygen` writes its public part. */
function newKey(): string {
  const { x } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
  const head = Buffer.from('0000000b7373682d6564323535313900000020', 'hex');
  return `ssh-ed25519 ${Buffer.concat([head, Buffer.from(x!, 'base64url')]).toString('base64')}`;
}

describe('gitbeaker, unmodified, on resources of later releases', () => {
  let owner: UserWithClient;
  let client: Client;
  let group: number;
  let project: number;

  beforeAll(async () => {
    owner = await createUserWithClient('today');
    client = owner.client;
    const name = uniqueName('today');
    group = (await client.Groups.create(name, name)).id;
    project = (await client.Projects.create({ name, namespaceId: group, defaultBranch: 'main' })).id;
    const actions = [
      { action: 'create' as const, filePath: 'first.js', content: 'const first = 1;\n' },
      { action: 'create' as const, filePath: '.gitlab-ci.yml', content: 'job: { script: [x] }\n' },
    ];
    await client.Commits.create(project, 'main', 'First', actions);
    await client.Branches.create(project, 'topic', 'main');
    await client.Commits.create(project, 'topic', 'Second', [
      { action: 'create', filePath: 'second.js', content: 'const second = 2;\n' },
    ]);
  });

  it('makes releases with links, and protects branches and tags', async () => {
    const { ProjectReleases, ProtectedBranches, ProtectedTags, ReleaseLinks, Tags } = client;
    await Tags.create(project, 'v1', 'main');
    await ProjectReleases.create(project, { name: 'One', tagName: 'v1', description: 'Made' });
    const link = await ReleaseLinks.create(project, 'v1', 'file', 'https://example.com/file');
    expect(await ReleaseLinks.all(project, 'v1')).toMatchObject([{ id: link.id, name: 'file' }]);
    await ProjectReleases.edit(project, 'v1', { description: 'Changed' });
    expect(await ProjectReleases.all(project)).toMatchObject([{ tag_name: 'v1', description: 'Changed' }]);
    await ProtectedTags.create(project, 'v*', { createAccessLevel: 40 });
    expect(await ProtectedTags.all(project)).toMatchObject([{ name: 'v*' }]);
    await ProtectedBranches.create(project, 'stable-*', { pushAccessLevel: 40 });
    const changed = await ProtectedBranches.edit(project, 'stable-*', { allowForcePush: true });
    expect(changed).toMatchObject({ name: 'stable-*', allow_force_push: true });
  });

  it('plans in groups: labels, milestones, links, times and topics', async () => {
    const { GroupLabels, GroupMilestones, IssueLinks, Issues, TodoLists } = client;
    await GroupLabels.create(group, 'bug', '#ff0000');
    expect(await GroupLabels.all(group)).toMatchObject([{ name: 'bug' }]);
    const milestone = await GroupMilestones.create(group, 'Soon');
    expect(await GroupMilestones.edit(group, milestone.id, { stateEvent: 'close' })).toMatchObject({ state: 'closed' });
    const one = await Issues.create(project, 'One', { labels: 'bug' });
    const two = await Issues.create(project, 'Two');
    await IssueLinks.create(project, one.iid, project, two.iid);
    expect(await IssueLinks.all(project, one.iid)).toMatchObject([{ title: 'Two' }]);
    expect(await Issues.edit(project, one.iid, { addLabels: 'new' })).toMatchObject({ labels: ['bug', 'new'] });
    await Issues.addSpentTime(project, one.iid, '1h');
    expect(await Issues.showTimeStats(project, one.iid)).toMatchObject({ total_time_spent: 3600 });
    expect(await Issues.all({ projectId: project, not: { labels: 'bug' } })).toMatchObject([{ title: 'Two' }]);
    expect(await TodoLists.all()).toEqual([]);
    const topic = await admin.Topics.create(uniqueName('topic'));
    await admin.Topics.remove(topic.id);
  });

  it('reviews merge requests: discussions, approvals, rebases', async () => {
    const { Commits, MergeRequestApprovals, MergeRequestDiscussions, MergeRequests } = client;
    const { iid, sha } = await MergeRequests.create(project, 'topic', 'main', 'Second', { reviewerIds: [owner.id] });
    const discussion = await MergeRequestDiscussions.create(project, iid, 'Why?');
    await MergeRequestDiscussions.resolve(project, iid, discussion.id, true);
    const resolved = await MergeRequestDiscussions.show(project, iid, discussion.id);
    expect(resolved).toMatchObject({ notes: [{ body: 'Why?', resolved: true }] });
    const rule = await MergeRequestApprovals.createApprovalRule(project, 'Two eyes', 1);
    expect(await MergeRequestApprovals.showApprovalState(project, iid)).toMatchObject({
      rules: [{ name: 'Two eyes' }],
    });
    await MergeRequestApprovals.removeApprovalRule(project, rule.id);
    expect(await Commits.allMergeRequests(project, sha)).toMatchObject([{ iid }]);
    expect(await MergeRequests.allDiffs(project, iid)).toMatchObject([{ new_path: 'second.js' }]);
    expect(await MergeRequests.rebase(project, iid, { skipCI: true })).toEqual({ rebase_in_progress: true });
  });

  it('opens projects to others: keys, tokens, hooks and shares', async () => {
    const { DeployKeys, DeployTokens, GroupAccessTokens, GroupHooks, ProjectAccessTokens, ProjectHooks } = client;
    const key = await DeployKeys.create(project, 'key', newKey());
    expect(await DeployKeys.edit(project, key.id, { title: 'new' })).toMatchObject({ title: 'new' });
    await DeployTokens.create('deploy', ['read_repository'], { projectId: project });
    expect(await DeployTokens.all({ projectId: project })).toMatchObject([{ name: 'deploy' }]);
    const soon = new Date(Date.now() + 30 * DAY_MS).toISOString().slice(0, 10);
    const token = await ProjectAccessTokens.create(project, 'token', ['api'], soon);
    expect((await ProjectAccessTokens.rotate(project, token.id)).id).not.toBe(token.id);
    const ofGroup = await GroupAccessTokens.create(group, 'token', ['api'], soon);
    await GroupAccessTokens.revoke(group, ofGroup.id);
    expect(await ProjectHooks.add(project, URL, { issuesEvents: true })).toMatchObject({ issues_events: true });
    expect(await GroupHooks.add(group, URL, { pushEvents: false })).toMatchObject({ push_events: false });
    const team = uniqueName('team');
    const { id } = await client.Groups.create(team, team);
    await client.Projects.share(project, id, 30);
    expect(await client.Projects.show(project)).toMatchObject({ shared_with_groups: [{ group_id: id }] });
  });

  it('runs pipelines: variables, schedules, triggers and lint', async () => {
    const { GroupVariables, Jobs, Lint, PipelineSchedules, PipelineTriggerTokens, Pipelines, ProjectVariables } =
      client;
    await ProjectVariables.create(project, 'KEY', 'long-enough', { masked: true, environmentScope: 'prod' });
    const filter = { filter: { environment_scope: 'prod' } };
    expect(await ProjectVariables.show(project, 'KEY', filter)).toMatchObject({ masked: true });
    await GroupVariables.create(group, 'KEY', 'value');
    const ofInstance = uniqueName('KEY').replaceAll('-', '_');
    await admin.InstanceLevelCICDVariables.create(ofInstance, 'value');
    await admin.InstanceLevelCICDVariables.remove(ofInstance);
    const schedule = await PipelineSchedules.create(project, 'nightly', 'main', '0 1 * * *');
    await PipelineSchedules.run(project, schedule.id);
    await PipelineTriggerTokens.create(project, 'trigger');
    expect(await Lint.lint(project, 'job: { script: [x] }')).toMatchObject({ valid: true });
    const { id } = await Pipelines.create(project, 'main');
    expect(await Jobs.allPipelineBridges(project, id)).toEqual([]);
    await Pipelines.remove(project, id);
  });

  it('finds and follows: searches, events, notification settings, markdown', async () => {
    const { Events, Markdown, NotificationSettings, Projects, Search } = client;
    const found = await Search.all('blobs', 'first', { projectId: project });
    expect(found).toMatchObject([{ path: 'first.js' }]);
    expect(await Search.all('projects', 'today', { groupId: group })).toMatchObject([{ id: project }]);
    expect((await Events.all({ projectId: project })).length).toBeGreaterThan(0);
    const settings = await NotificationSettings.edit({ projectId: project, level: 'watch' });
    expect(settings).toMatchObject({ level: 'watch' });
    expect((await Markdown.render('**bold**')).html).toContain('<strong>bold</strong>');
    expect(Object.keys(await Projects.showLanguages(project))).toEqual(['JavaScript']);
  });
});
