import { waitFor, type ProjectRecord } from '@hearth/testing';
import { Runner } from '../clients/gitlab-runner.js';
import { newPerson, remoteOf, type Person } from '../system/people.js';
import { newProject, projectPath } from '../system/projects.js';
import { WorkingCopy } from '../system/working-copy.js';

interface Bridge {
  readonly name: string;
  readonly status: string;
  readonly downstream_pipeline: { readonly id: number; readonly project_id: number; readonly source: string } | null;
}

describe('a pipeline that starts others', () => {
  let owner: Person;
  let copy: WorkingCopy;

  const read = <T>({ id }: Pick<ProjectRecord, 'id'>, rest: string) => owner.api.read<T>(`/projects/${id}${rest}`);
  const bridges = (project: ProjectRecord, pipeline: number) =>
    read<Bridge[]>(project, `/pipelines/${pipeline}/bridges`);
  const push = (project: ProjectRecord) =>
    copy.push(remoteOf(owner, project.path_with_namespace), 'HEAD:refs/heads/main');

  beforeAll(async () => {
    owner = await newPerson('conductor');
    copy = await WorkingCopy.create();
  });
  afterAll(() => copy?.remove());

  it('waits for its child, and starts the pipeline of another project after it', async () => {
    const [project, other] = [
      await newProject(owner, 'parent', 'private'),
      await newProject(owner, 'other', 'private'),
    ];
    const runner = await Runner.ofProject(owner.api, projectPath(project));
    await copy.commit('.gitlab-ci.yml', 'delivery: {script: make, rules: [{if: $CI_PIPELINE_SOURCE == "pipeline"}]}');
    await push(other);
    await copy.commit('child.yml', 'unit: {script: make test}');
    await copy.commit(
      '.gitlab-ci.yml',
      [
        'parts: {trigger: {include: child.yml, strategy: depend}}',
        `deliver: {stage: deploy, trigger: {project: ${other.path_with_namespace}, branch: main}}`,
      ].join('\n'),
    );
    await push(project);
    const [pipeline] = await waitFor('the pipeline', async () => {
      const found = await read<{ id: number }[]>(project, '/pipelines');
      return found.length > 0 && found;
    });
    const { id } = pipeline!;
    await waitFor('the child', async () => (await bridges(project, id)).some(({ status }) => status === 'running'));
    expect((await runner.report(await runner.take(), 'success', '')).status).toBe(200);
    const done = await waitFor('the end', async () => {
      const all = await bridges(project, id);
      return all.every(({ status }) => status === 'success') && all;
    });
    expect(done).toMatchObject([
      { name: 'deliver', downstream_pipeline: { project_id: other.id, source: 'pipeline' } },
      { name: 'parts', downstream_pipeline: { project_id: project.id, source: 'parent_pipeline' } },
    ]);
    expect(await read(project, `/pipelines/${id}`)).toMatchObject({ status: 'success' });
  });
});
