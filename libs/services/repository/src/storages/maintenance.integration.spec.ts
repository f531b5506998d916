import { GitProjects } from '../testing/git-projects.js';
import { RepositoryApp } from '../testing/repository-app.js';
import { StorageLeases } from './storage-leases.js';
import { StorageOwnersStore } from './storage-owners.store.js';

describe('a storage in maintenance', () => {
  const app = RepositoryApp.inBlock();
  const projects = new GitProjects(app);

  async function setMaintenance(isOn: boolean): Promise<void> {
    await app.database.tx((tx) => app.get(StorageOwnersStore).setMaintenance(tx, 'here', isOn));
    await app.get(StorageLeases).renew();
  }

  it('is read, and takes no changes until that has ended', async () => {
    const { project, client } = await projects.start();
    await client.run(['push', '--quiet', 'origin', 'main:topic']);
    await projects.commit(client, 'second');
    const before = await projects.refs(project);
    await setMaintenance(true);

    const clone = await app.clientFolder('reader');
    await clone.run(['clone', '--quiet', app.remote(project.fullPath, projects.master), '.']);
    const branches = `/api/v4/projects/${project.id}/repository/branches`;
    expect((await app.send(branches, { as: projects.master })).status).toBe(200);

    for (const refspec of ['main', ':topic']) {
      const { code, stderr } = await client.attempt(['push', 'origin', refspec]);
      expect([code, stderr]).toEqual([128, expect.stringContaining('is in maintenance: it can be read')]);
      expect(stderr).toContain('503');
    }
    const changes: [string, string, object | undefined][] = [
      ['POST', branches, { branch: 'new', ref: 'main' }],
      ['DELETE', `${branches}/topic`, undefined],
      ['POST', branches.replace('branches', 'tags'), { tag_name: 'v1', ref: 'main' }],
      ['POST', branches.replace('branches', 'files/new.txt'), { branch: 'main', content: 'x', commit_message: 'x' }],
    ];
    for (const [method, url, body] of changes) {
      const headers = { 'content-type': 'application/json' };
      const answer = await app.send(url, {
        ...{ as: projects.master, method, headers: body ? headers : {} },
        ...(body && { body: JSON.stringify(body) }),
      });
      expect([method, url, answer.status, answer.headers.get('retry-after')]).toEqual([method, url, 503, '60']);
      expect(await answer.json()).toEqual({ message: expect.stringMatching(/^503 The storage .* is in maintenance/) });
    }
    expect(await projects.refs(project)).toEqual(before);

    await setMaintenance(false);
    await client.run(['push', '--quiet', 'origin', 'main']);
    expect(await projects.refs(project)).not.toEqual(before);
  });
});
