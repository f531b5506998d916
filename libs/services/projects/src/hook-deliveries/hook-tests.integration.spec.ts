import { FakeMergeRequests } from '../testing/fake-merge-requests.js';
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

    const issue = await post('/issues', { title: 'One' });
    const secret = await post('/issues', { title: 'Secret', confidential: true });
    const [note, hidden] = [
      await post(`/issues/${issue.iid}/notes`, { body: 'Seen' }),
      await post(`/issues/${secret.iid}/notes`, { body: 'Hidden' }),
    ];
    app.get(FakeMergeRequests).found.push({ id: 77 } as never);
    const triggers = ['issues_events', 'confidential_issues_events', 'note_events', 'confidential_note_events'];
    for (const trigger of [...triggers, 'merge_requests_events'])
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
    ]);

    await app.testDatabase.query(
      `insert into issues (project_id, iid, author_id, title) select $1, n, 1, 'more' from generate_series(3, 1002) n`,
      [id],
    );
    expect(await needed('confidential_issues_events')).toBe('Ensure the project has confidential issues.');
  });
});
