import { Controller } from '@nestjs/common';
import { Answers } from '@hearth/calls';
import type { InputOf, OutputOf } from '@hearth/contract-kit';
import { CommitMissing, PushDetailsQuery, type PushedCommit } from '@hearth/repository-contracts';
import { Git } from '../git/git.js';
import type { Commit } from '../git/objects/commit-object.js';
import type { FileDiff } from '../git/reads/patch-parser.js';
import { EVERYTHING } from '../git/reads/read-rights.js';
import { parseObjectId, type ObjectId } from '../git/refs/object-id.js';
import type { RepositoryPath } from '../git/refs/paths.js';
import { tagOfRef, type RefName } from '../git/refs/ref-name.js';
import { parseRevision } from '../git/refs/revision.js';
import { RepositoryFacts } from '../repositories/repository.facts.js';

const MOST_COMMITS = 20;
const MOST_FILES = 1_000;
const MOST_MESSAGE = 32_768;

/** Answers what a push has brought. */
@Controller()
export class PushesProvider {
  constructor(
    private readonly repositoryFacts: RepositoryFacts,
    private readonly git: Git,
  ) {}

  @Answers(PushDetailsQuery)
  async details(asked: InputOf<typeof PushDetailsQuery>): Promise<OutputOf<typeof PushDetailsQuery>> {
    const repository = await this.repositoryFacts.path(asked.projectId);
    const to = parseObjectId(asked.to);
    if (!repository || !to) throw CommitMissing();
    const tag = tagOfRef(asked.ref as RefName);
    if (tag === null) return this.ofBranch(repository, to, asked);
    const [described] = await this.git.tags.describe(repository, [{ name: tag, target: to }]);
    const { commit, message } = described!;
    const commits = commit ? await this.pushed(repository, [commit], asked.withFiles) : [];
    return {
      checkoutId: commit?.id ?? null,
      message: message?.slice(0, MOST_MESSAGE) ?? null,
      commits,
      total: commits.length,
    };
  }

  /** @throws CommitMissing when the branch was rewritten meanwhile, and its former commits deleted */
  private async ofBranch(
    repository: RepositoryPath,
    to: ObjectId,
    { from, isDefaultBranch, withFiles }: InputOf<typeof PushDetailsQuery>,
  ): Promise<OutputOf<typeof PushDetailsQuery>> {
    const without = from === null ? await this.defaultTip(repository, isDefaultBranch) : parseObjectId(from);
    const ends = without ? [to, without] : [to];
    if ((await this.git.objects.commits(repository, ends)).length < ends.length) throw CommitMissing();
    const window = { offset: 0, limit: MOST_COMMITS };
    const { ids, total } = await this.git.history.page(repository, { tip: to, ...(without && { without }) }, window);
    const found = await this.git.objects.commits(repository, ids.toReversed());
    const commits = await this.pushed(repository, found, withFiles);
    return { checkoutId: to, message: null, commits, total };
  }

  /** Returns the commit from which a new branch differs; null for a new default branch, and without a default branch. */
  private async defaultTip(repository: RepositoryPath, isDefaultBranch: boolean): Promise<ObjectId | null> {
    return isDefaultBranch ? null : this.git.revisions.resolve(repository, parseRevision('HEAD')!, EVERYTHING);
  }

  /** Adds the files where they are wanted, up to a number of all commits together. */
  private async pushed(
    repository: RepositoryPath,
    commits: readonly Commit[],
    withFiles: boolean,
  ): Promise<PushedCommit[]> {
    const pushed: PushedCommit[] = [];
    let left = withFiles ? MOST_FILES : 0;
    for (const commit of commits) {
      const files = left > 0 ? (await this.git.diffs.filesOfCommit(repository, commit)).slice(0, left) : [];
      left -= files.length;
      pushed.push(pushedCommit(commit, files));
    }
    return pushed;
  }
}

function pushedCommit(commit: Commit, files: readonly FileDiff[]): PushedCommit {
  const paths = (isOne: (file: FileDiff) => boolean) => files.filter(isOne).map(({ newPath }) => newPath);
  return {
    commit: { ...commit, message: commit.message.slice(0, MOST_MESSAGE) },
    added: paths(({ oldMode }) => oldMode === null),
    modified: paths(({ oldMode, newMode }) => oldMode !== null && newMode !== null),
    removed: paths(({ newMode }) => newMode === null),
  };
}
