import type { Principal } from '@hearth/contract-kit';
import { Git } from '../git/git.js';
import type { FakeProject } from '../testing/fake-services.js';
import { GitProjects } from '../testing/git-projects.js';
import { RepositoryApp } from '../testing/repository-app.js';
import { HousekeepRepository } from './housekeep.js';

describe('the housekeeping of a repository', () => {
  const app = RepositoryApp.inBlock();
  const projects = new GitProjects(app);

  async function start({ id }: FakeProject, as: Principal = projects.master, query = ''): Promise<[number, unknown]> {
    const response = await app.send(`/api/v4/projects/${id}/housekeeping${query}`, { method: 'POST', as });
    return [response.status, await response.json()];
  }
  const waiting = ({ id }: FakeProject) =>
    app.database.query(
      `select from repository_jobs.job where name like 'housekeep-repository%' and data -> 'data' ->> 'projectId' = $1`,
      [String(id)],
    );

  it('is a job that packs it, once a day', async () => {
    const { project, client } = await projects.start();
    await projects.commit(client, 'second');
    await client.run(['push', '--quiet', 'origin', 'main']);
    const both = await Promise.all([start(project), start(project)]);
    const recent = 'Somebody already triggered housekeeping for this project in the past 1440 minutes';
    expect(both.toSorted(([a], [b]) => a - b)).toEqual([
      [201, null],
      [409, { message: recent }],
    ]);
    expect(await waiting(project)).toHaveLength(1);
    const upkeep = jest.spyOn(app.get(Git).upkeep, 'prune');
    await app.get(HousekeepRepository).run({ projectId: project.id }, { signal: new AbortController().signal });
    expect(upkeep).toHaveBeenCalledTimes(1);
    expect(await projects.refs(project)).toHaveLength(2);
    await app.database.query(
      `update repositories set housekept_at = housekept_at - interval '1440 minutes' where project_id = $1`,
      [project.id],
    );
    expect(await start(project)).toEqual([201, null]);
  });

  it('is for masters, and removes nothing at once', async () => {
    const { project } = await projects.start();
    expect((await start(project, projects.developer))[0]).toBe(403);
    expect((await start(project, projects.stranger))[0]).toBe(404);
    expect(await start(project, projects.master, '?task=prune')).toEqual([
      400,
      { error: 'task does not have a valid value' },
    ]);
    expect(await waiting(project)).toHaveLength(0);
  });
});
