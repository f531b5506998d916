import { EMPTY_TREE } from '../git/refs/object-id.js';
import type { ProjectId } from '@hearth/contract-kit';
import { parseBranchName, refOfBranch } from '../git/refs/ref-name.js';
import { newCommit } from '../git/writes/commit-text.js';
import { newObject } from '../git/writes/new-object.js';
import { RepositoryParts } from './repository-parts.js';
import { TestDatabase } from './test-database.js';

/** Steps of a commit by the API, in order. */
export const COMMIT_STEPS = ['stored', 'prepared', 'moved', 'settled'] as const;
export type CommitStep = (typeof COMMIT_STEPS)[number];

/** Makes the first commit of a repository's branch `main`; it is always the same. */
export async function commitOnce(parts: RepositoryParts, projectId: ProjectId): Promise<string> {
  const repository = await parts.ensuring.execute(projectId);
  const who = { name: 'A', email: 'a@example.com', seconds: 1_700_000_000, offsetMinutes: 0 };
  const commit = await newCommit({ tree: EMPTY_TREE, parents: [], author: who, committer: who, message: 'first\n' });
  await parts.git.objectsWriter.write(repository.path, [await newObject('tree', () => Buffer.alloc(0)), commit]);
  const ref = refOfBranch(parseBranchName('main')!);
  await parts.writers.during(projectId, () =>
    parts.journal.move(repository, { userId: 1, via: 'api', moves: [{ ref, from: null, to: commit.id }] }),
  );
  return commit.id;
}

// As a program it makes that commit and kills itself after a step: node dying-committer.js <folder of the storages> <project id> <step>
if (process.argv[1] === import.meta.filename) {
  const [folder, projectId, deadly] = process.argv.slice(2);
  const parts = await RepositoryParts.start(await TestDatabase.join(), folder!);
  const dieAfter = <Name extends string>(
    owner: Record<Name, (...asked: never[]) => Promise<unknown>>,
    name: Name,
    step: CommitStep,
  ) => {
    const does = owner[name].bind(owner) as (...asked: unknown[]) => Promise<unknown>;
    owner[name] = async (...asked: unknown[]) => {
      const done = await does(...asked);
      if (step === deadly) process.kill(process.pid, 'SIGKILL');
      return done;
    };
  };
  dieAfter(parts.git.objectsWriter, 'write', 'stored');
  dieAfter(parts.journal, 'prepare', 'prepared');
  dieAfter(parts.git.refsWriter, 'move', 'moved');
  dieAfter(parts.journal, 'settle', 'settled');
  await commitOnce(parts, Number(projectId) as ProjectId);
}
