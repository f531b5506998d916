import { RefUpdatedEvent } from '@hearth/repository-contracts';
import type { Git } from '@hearth/testing';
import { GitProjects } from '../testing/git-projects.js';
import { RepositoryApp } from '../testing/repository-app.js';

const app = RepositoryApp.inBlock();
const projects = new GitProjects(app);

describe('push options', () => {
  async function lastPublished(projectId: number) {
    const [row] = await app.database.query<{ data: { pushOptions?: string[] } }>(
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
    expect(await app.database.query(kept, [project.id])).toEqual([]);
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

describe('the addresses that a push prints', () => {
  async function push(client: Git, name: string, ref: string): Promise<string> {
    await projects.commit(client, name);
    const { stderr } = await client.attempt(['push', 'origin', `HEAD:refs/heads/${ref}`]);
    // git fills the lines of a remote with spaces.
    return stderr
      .split('\n')
      .map((line) => line.trimEnd())
      .join('\n');
  }

  it('are the form of a new merge request, and the open one of a branch', async () => {
    const { project, client } = await projects.start();
    expect(await push(client, 'one', 'main')).not.toContain('remote:');
    const form = `/${project.fullPath}/-/merge_requests/new?merge_request%5Bsource_branch%5D=topic`;
    const visit = 'remote: To create a merge request for topic, visit:\nremote:   ';
    expect(await push(client, 'two', 'topic')).toContain(`${visit}${app.url}${form}`);
    expect(await push(client, 'three', 'topic')).toContain(`${visit}${app.url}${form}`);
    app.services.openMergeRequests.set(`${project.id}/topic`, [{ projectId: project.id, iid: 3 }]);
    const view = `remote: View merge request for topic:\nremote:   ${app.url}/${project.fullPath}/-/merge_requests/3\n`;
    expect(await push(client, 'four', 'topic')).toContain(view);
    app.services.openMergeRequests.set(`${project.id}/topic`, [{ projectId: project.id + 1, iid: 3 }]);
    expect(await push(client, 'five', 'topic')).not.toContain('remote:');
  });
});
