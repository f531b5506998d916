import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { ProjectId } from '@hearth/contract-kit';
import { Git as Client, makeTemporaryFolder, type TemporaryFolder } from '@hearth/testing';
import { RefsRefused } from '../git/writes/refs-writer.js';
import { RepositoryBusy } from '../refusals.js';
import { COMMIT_STEPS, commitOnce } from '../testing/dying-committer.js';
import { RepositoryParts } from '../testing/repository-parts.js';
import { TestDatabase } from '../testing/test-database.js';

const COMMITTER = path.resolve(import.meta.dirname, '../testing/dying-committer.js');

describe('a process that is killed in the middle of a commit of the API', () => {
  let database: TestDatabase;
  let folder: TemporaryFolder;

  beforeAll(async () => {
    database = await TestDatabase.make();
    folder = await makeTemporaryFolder('killed');
  });

  afterAll(async () => {
    await database?.drop();
    await folder?.remove();
  });

  it.each(COMMIT_STEPS.map((step, index) => ({ step, projectId: (index + 1) as ProjectId })))(
    'when $step: its successor settles the journal, publishes once, and the commit asked for again is there once',
    async ({ step, projectId }) => {
      const committer = spawn(process.execPath, [COMMITTER, folder.path, String(projectId), step], {
        stdio: 'inherit',
      });
      expect(await once(committer, 'exit')).toEqual([null, 'SIGKILL']);
      const parts = await RepositoryParts.start(database, folder.path);
      try {
        for (const _ of ['once', 'again']) await parts.recovery.sweep(0);
        const { path: repository } = await parts.ensuring.execute(projectId);
        const refs = () => new Client(repository).lines('for-each-ref', '--format=%(objectname)');
        const moved = ['moved', 'settled'].includes(step);
        expect([(await refs()).length, (await parts.published(projectId)).length]).toEqual(moved ? [1, 1] : [0, 0]);
        expect((await parts.rows(projectId)).map(({ state }) => state)).not.toContain('prepared');
        const again = commitOnce(parts, projectId);
        if (moved) expect(isLost(await again.catch((error: unknown) => error))).toBe(true);
        else await again;
        expect(await refs()).toEqual((await parts.published(projectId)).map(({ newId }) => newId));
        await new Client(repository).run(['fsck', '--strict', '--full']);
      } finally {
        await parts.close();
      }
    },
  );
});

/** Returns whether the compare-and-swap failed because the ref has already moved. */
function isLost(error: unknown): boolean {
  return error instanceof RefsRefused || RepositoryBusy.is(error);
}
