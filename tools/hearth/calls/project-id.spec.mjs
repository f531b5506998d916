import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { createDataFolder, dataFolder } from '../data-folder.mjs';
import { identify } from '../process-identity.mjs';
import { projectIdOf } from './project-id.mjs';
import { projectsOfGroup } from './projects-of-group.mjs';
import { ensureSecrets } from '../secrets.mjs';
import { temporaryFolder } from '../suites/temporary-folder.mjs';
import { writeState } from '../supervisor/state.mjs';

/** Answers of the service projects, by path. */
const answers = {
  '/calls/projects.find-project-id': ({ project }) => ({ projectId: project.path === 'tools/Hammer' ? 42 : null }),
  '/calls/projects.find-group-id': ({ path }) => ({ groupId: path === 'tools' ? 7 : null }),
  '/calls/projects.repository-copies': ({ of: { namespaceId, after } }) => ({
    repositories: [42, 43, 44]
      .filter((id) => namespaceId === 7 && id > after)
      .slice(0, 2)
      .map((projectId) => ({ projectId })),
  }),
};

describe('the id of a project', () => {
  let folder;
  let data;
  let projects;

  beforeAll(async () => {
    folder = temporaryFolder('hearth-project-');
    data = dataFolder(path.join(folder, 'data'));
    createDataFolder(data);
    ensureSecrets(data);
    projects = createServer(async (request, response) => {
      response.end(JSON.stringify(answers[request.url](await json(request))));
    }).listen(0, '127.0.0.1');
    await once(projects, 'listening');
  });
  afterAll(() => {
    projects.close();
    rmSync(folder, { recursive: true });
  });

  it('is itself, and needs no system that runs', async () => {
    expect(await projectIdOf(data, '7')).toBe('7');
    await expect(projectIdOf(data, 'tools/Hammer')).rejects.toThrow('Hearth is not running on');
  });

  it('is that of its path in the running system', async () => {
    const processes = [{ name: 'projects', internalPort: projects.address().port }];
    writeState(data, { supervisor: identify(process.pid), processes });
    expect(await projectIdOf(data, 'tools/Hammer')).toBe('42');
    await expect(projectIdOf(data, 'tools/saw')).rejects.toThrow('There is no project "tools/saw": give its id,');
  });

  it('is found by a group too', async () => {
    expect(await Array.fromAsync(projectsOfGroup(data, 'tools'))).toEqual([[42, 43], [44]]);
    await expect(projectsOfGroup(data, 'saws').next()).rejects.toThrow('There is no group "saws": give the path');
  });

  it.each(['', '0', 'hammer', '/tools/hammer', 'tools//hammer', 'tools/'])('is not "%s"', async (name) => {
    await expect(projectIdOf(data, name)).rejects.toThrow('A project is named by its id or its full path');
  });
});
