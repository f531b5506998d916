import type { NewBuild } from '../builds/build-data.js';
import { BuildsStore } from '../builds/builds.store.js';
import { AdvancePipeline } from '../pipelines/advance.js';
import { PipelinesStore } from '../pipelines/pipelines.store.js';
import { ProjectsStore } from '../pipelines/projects.store.js';
import type { CiApp } from './ci-app.js';
import type { FakeProject } from './other-services.js';

/** Job with a name and its differences from a plain one. */
export type BuildTraits = Partial<NewBuild> & Pick<NewBuild, 'name'>;

const PLAIN: Omit<NewBuild, 'name'> = {
  ...{ stage: 'test', stageIndex: 0, when: 'on_success', allowFailure: false, options: { script: ['true'] } },
  ...{ variables: [], coverageRegex: null, tags: [], protected: false, retries: 0, timeoutSeconds: 3600, needs: null },
  resourceGroup: null,
};

/** Creates a pipeline of a project with these jobs, and starts its first stage. @returns its id, and those of the jobs */
export async function makePipeline(
  app: CiApp,
  { card }: FakeProject,
  builds: readonly BuildTraits[],
  { userId = null, ref = 'main', sha = 'a'.repeat(40) }: { userId?: number | null; ref?: string; sha?: string } = {},
): Promise<{ id: number; jobs: number[] }> {
  const [pipelines, store] = [app.get(PipelinesStore), app.get(BuildsStore)];
  return app.database.tx(async (tx) => {
    await app.get(ProjectsStore).hold(tx, card.id, { groupIds: app.others.groupsAround.get(card.id) ?? [] });
    await pipelines.lockRef(tx, card.id, ref, { isBranch: true, isTag: false });
    const made = { projectId: card.id, ref, sha, userId, tag: false, source: 'push' } as const;
    const pipeline = await pipelines.insert(tx, made);
    const jobs = await store.insert(
      tx,
      pipeline,
      builds.map((build) => ({ ...PLAIN, ...build })),
    );
    await app.get(AdvancePipeline).within(tx, pipeline);
    return { id: pipeline.id, jobs };
  });
}
