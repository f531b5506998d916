import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { createDataFolder, dataFolder } from '../data-folder.mjs';
import { identify } from '../process-identity.mjs';
import { projectIdOf } from './project-id.mjs';
import { ensureSecrets } from '../secrets.mjs';
import { temporaryFolder } from '../suites/temporary-folder.mjs';
import { writeState } from '../supervisor/state.mjs';

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
      const { project } = await json(request);
      const isKnown = request.url === '/calls/projects.find-project-id' && project.path === 'tools/Hammer';
      response.end(JSON.stringify({ projectId: isKnown ? 42 : null }));
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

  it.each(['', '0', 'hammer', '/tools/hammer', 'tools//hammer', 'tools/'])('is not "%s"', async (name) => {
    await expect(projectIdOf(data, name)).rejects.toThrow('A project is named by its id or its full path');
  });
});
