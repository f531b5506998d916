import { RefUpdatedEvent } from '@hearth/repository-contracts';
import { Database } from '@hearth/data';
import { GitProjects } from '../testing/git-projects.js';
import { RepositoryApp } from '../testing/repository-app.js';

let app: RepositoryApp;
let projects: GitProjects;

beforeAll(async () => {
  app = await RepositoryApp.start();
  projects = new GitProjects(app);
});

afterAll(() => app?.stop());

describe('push options', () => {
  async function lastPublished(projectId: number) {
    const [row] = await app
      .get(Database)
      .query<{ data: { pushOptions?: string[] } }>(
        'select data from outbox where type = $1 and key = $2 order by id desc limit 1',
        [RefUpdatedEvent.name, String(projectId)],
      );
    return row!.data.pushOptions;
  }

  it('are published with the refs, except for those that no service performs', async () => {
    const { project, client } = await projects.start();
    await projects.commit(client, 'optional');
    const options = ['-o', 'ci.variable=A=b c', '-o', 'merge_request.create', '-o', 'of.a.hook'];
    await client.run(['push', '--quiet', ...options, 'origin', 'main']);
    expect(await lastPublished(project.id)).toEqual(['ci.variable=A=b c', 'merge_request.create']);
    const kept = 'select from ref_changes where project_id = $1 and push_options is not null';
    expect(await app.get(Database).query(kept, [project.id])).toEqual([]);
    await projects.commit(client, 'plain');
    await client.run(['push', '--quiet', 'origin', 'main']);
    expect(await lastPublished(project.id)).toBeUndefined();
  });

  it('are refused where they are too long for the refs', async () => {
    const { client } = await projects.start();
    const option = `mr.description=${'a'.repeat(60_000)}`;
    const refs = Array.from({ length: 5 }, (_, index) => `HEAD:refs/heads/b${index}`);
    const { stderr } = await client.attempt(['push', '-o', option, 'origin', ...refs]);
    expect(stderr).toContain('The push options are too long for a push of so many refs.');
  });
});
