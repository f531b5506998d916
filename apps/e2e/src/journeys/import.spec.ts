import { waitFor, type ProjectRecord } from '@hearth/testing';
import { uniqueName } from '../system/names.js';
import { newPerson, remoteOf, type Person } from '../system/people.js';
import { newProject, projectPath } from '../system/projects.js';
import { WorkingCopy } from '../system/working-copy.js';
import { remoteRefs } from '../truth/branches.js';

interface ImportedProject extends ProjectRecord {
  readonly import_status: string;
  readonly import_error: string | null;
}

describe('a project that is imported', () => {
  let owner: Person;
  let copy: WorkingCopy;

  beforeAll(async () => {
    owner = await newPerson('importer');
    copy = await WorkingCopy.create();
  });
  afterAll(() => copy?.remove());

  async function imported(importUrl: string): Promise<ImportedProject> {
    const answer = await owner.api.post('/projects', { name: uniqueName('imported'), import_url: importUrl });
    const project = answer.expect(201).json<ImportedProject>();
    expect(project.import_status).toBe('scheduled');
    return waitFor('the import to end', async () => {
      const now = await owner.api.read<ImportedProject>(projectPath(project));
      return ['finished', 'failed'].includes(now.import_status) && now;
    });
  }

  it('has the branches and tags of its source, and its default branch', async () => {
    const source = await newProject(owner, 'source');
    await copy.commit('readme.md', 'hello\n');
    await copy.git.run(['tag', 'v1']);
    const from = remoteOf(owner, source.path_with_namespace);
    await copy.push(from, 'HEAD:refs/heads/trunk', 'v1');
    await copy.push(from, 'HEAD:refs/heads/other');
    const project = await imported(from);
    expect([project.import_status, project.import_error]).toEqual(['finished', null]);
    const into = remoteOf(owner, project.path_with_namespace);
    expect(await remoteRefs(copy.git, into)).toEqual(await remoteRefs(copy.git, from));
    await waitFor('the default branch', async () => {
      const { default_branch: branch } = await owner.api.read<ProjectRecord>(projectPath(project));
      return branch === 'trunk';
    });
  });

  it('says why its source could not be read, and not with which password', async () => {
    const secret = uniqueName('secret');
    const missing = remoteOf({ ...owner, token: secret }, `${owner.username}/nothing`);
    const project = await imported(missing);
    expect(project.import_status).toBe('failed');
    expect(project.import_error).toMatch(/\w/);
    expect(project.import_error).not.toContain(secret);
  });
});
