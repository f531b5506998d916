import { FakeCi } from '../testing/fake-ci.js';
import { FakeMergeRequests } from '../testing/fake-merge-requests.js';
import { FakeRepository } from '../testing/fake-repository.js';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';

describe('a test of a webhook of a project', () => {
  const app = ProjectsApp.inBlock();

  it('is a delivery of the newest record of the kind', async () => {
    const owner = user(1);
    const id = await new Seed(app.testDatabase).project(await app.claim(owner), 'tested', 'private');
    const at = `/projects/${id}`;
    const post = async (rest: string, body: object = {}) =>
      (await app.request(owner, 'POST', `${at}${rest}`, body)).body;
    const hook = await post('/hooks', { url: 'https://ci.example.com/hook' });
    const test = (trigger: string) => app.request(owner, 'POST', `${at}/hooks/${hook.id}/test/${trigger}`);
    const needed = async (trigger: string) => (await test(trigger)).body.message;
    expect(await needed('issues_events')).toBe('Ensure the project has issues.');
    expect(await needed('note_events')).toBe('Ensure the project has notes.');
    expect(await needed('merge_requests_events')).toBe('Ensure the project has merge requests.');
    expect(await needed('pipeline_events')).toBe('Ensure the project has CI pipelines.');
    expect(await needed('job_events')).toBe('Ensure the project has CI jobs.');
    expect(await needed('deployment_events')).toBe('Ensure the project has deployments.');
    expect(await needed('releases_events')).toBe('Ensure the project has releases.');

    const issue = await post('/issues', { title: 'One' });
    const secret = await post('/issues', { title: 'Secret', confidential: true });
    const [note, hidden] = [
      await post(`/issues/${issue.iid}/notes`, { body: 'Seen' }),
      await post(`/issues/${secret.iid}/notes`, { body: 'Hidden' }),
    ];
    app.get(FakeMergeRequests).found.push({ id: 77 } as never);
    app.get(FakeCi).newest = {
      pipeline: { id: 4, status: 'success' },
      job: { id: 40, status: 'failed' },
      deployment: { id: 2 },
    };
    const release = { id: 3, tag: 'v1', name: 'One', description: '', authorId: 1, milestoneIds: [], links: [] };
    const at2018 = '2018-02-01T10:00:00.000Z';
    app.get(FakeRepository).release = { ...release, createdAt: at2018, releasedAt: at2018 };
    const issueTriggers = ['issues_events', 'confidential_issues_events', 'note_events', 'confidential_note_events'];
    const ciTriggers = ['pipeline_events', 'job_events', 'deployment_events'];
    for (const trigger of [...issueTriggers, 'merge_requests_events', ...ciTriggers, 'releases_events'])
      expect(await test(trigger)).toMatchObject({ status: 201, body: { message: '201 Created' } });
    const made = await app.testDatabase.query<{ subject: object }>(
      'select trigger, subject from hook_deliveries where hook_id = $1 order by id',
      [hook.id],
    );
    expect(made).toMatchObject([
      { trigger: 'issues_events', subject: { issueId: issue.id, userId: owner.userId } },
      { trigger: 'confidential_issues_events', subject: { issueId: secret.id } },
      { trigger: 'note_events', subject: { noteId: note.id } },
      { trigger: 'confidential_note_events', subject: { noteId: hidden.id } },
      { trigger: 'merge_requests_events', subject: { mergeRequestId: 77 } },
      { trigger: 'pipeline_events', subject: { pipelineId: 4, status: 'success' } },
      { trigger: 'job_events', subject: { jobId: 40, status: 'failed' } },
      { trigger: 'deployment_events', subject: { deploymentId: 2 } },
      { trigger: 'releases_events', subject: { action: 'create', release: { id: 3, tag: 'v1' } } },
    ]);

    await app.testDatabase.query(
      `insert into issues (project_id, iid, author_id, title) select $1, n, 1, 'more' from generate_series(3, 1002) n`,
      [id],
    );
    expect(await needed('confidential_issues_events')).toBe('Ensure the project has confidential issues.');
  });
});
