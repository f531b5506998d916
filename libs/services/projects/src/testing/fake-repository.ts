import { Controller } from '@nestjs/common';
import { Answers } from '@hearth/calls';
import type { InputOf, OutputOf } from '@hearth/contract-kit';
import {
  CommitCommentersQuery,
  CommitCommentsByIdsQuery,
  CommitMissing,
  CommitsByIdsQuery,
  DefaultBranchMissing,
  DiffExcerptsQuery,
  FileIdsQuery,
  FileTextQuery,
  FindRefsQuery,
  InitializeRepositoryCommand,
  NewCommitsQuery,
  NewestReleaseQuery,
  PushDetailsQuery,
  RefProtectionQuery,
  SearchBlobsQuery,
  SearchCommitsQuery,
  SetDefaultBranchCommand,
  type DiffPlace,
  type ExcerptLine,
} from '@hearth/repository-contracts';

/** Fake of repository: every project has the same branches. */
@Controller()
export class FakeRepository {
  readonly branches = new Set(['master', 'trunk']);
  /** Branches to which HEAD was set, in order. */
  readonly heads: string[] = [];
  /** Repositories that were initialized, in order. */
  readonly initialized: InputOf<typeof InitializeRepositoryCommand>[] = [];
  /** Whether the repository takes no writes now. */
  busy = false;
  /** Commits of the next pushes, by the new id of the branch. */
  readonly pushed = new Map<string, OutputOf<typeof NewCommitsQuery>['commits']>();
  /** Searches of repositories, in order. */
  readonly searches: InputOf<typeof SearchCommitsQuery>[] = [];
  private sequence = 100;

  @Answers(SetDefaultBranchCommand)
  setDefaultBranch({
    branch,
  }: InputOf<typeof SetDefaultBranchCommand>): Promise<OutputOf<typeof SetDefaultBranchCommand>> {
    if (!this.branches.has(branch)) return Promise.reject(DefaultBranchMissing({ branch }));
    this.heads.push(branch);
    return Promise.resolve({ sequence: ++this.sequence });
  }

  @Answers(InitializeRepositoryCommand)
  initialize(
    asked: InputOf<typeof InitializeRepositoryCommand>,
  ): Promise<OutputOf<typeof InitializeRepositoryCommand>> {
    if (this.busy) return Promise.reject(new Error('busy'));
    this.initialized.push(asked);
    return Promise.resolve({ sequence: ++this.sequence, defaultBranch: asked.branch ?? 'master' });
  }

  @Answers(NewCommitsQuery)
  newCommits({ to }: InputOf<typeof NewCommitsQuery>): Promise<OutputOf<typeof NewCommitsQuery>> {
    const commits = this.pushed.get(to);
    return commits ? Promise.resolve({ commits }) : Promise.reject(CommitMissing());
  }

  /** Every push brought one commit with one file. */
  @Answers(PushDetailsQuery)
  pushDetails({ to }: InputOf<typeof PushDetailsQuery>): Promise<OutputOf<typeof PushDetailsQuery>> {
    const commits = [{ commit: commitCard(to), added: ['a.txt'], modified: [], removed: [] }];
    return Promise.resolve({ checkoutId: to, message: null, commits, total: 1 });
  }

  /** `main` is protected. */
  @Answers(RefProtectionQuery)
  protection({
    branches,
    tags = [],
  }: InputOf<typeof RefProtectionQuery>): Promise<OutputOf<typeof RefProtectionQuery>> {
    return Promise.resolve({
      branches: branches.map((name) => ({ protected: name === 'main', pushLevel: null, mergeLevel: null })),
      tags: tags.map(() => ({ protected: false, createLevel: null })),
    });
  }

  release: OutputOf<typeof NewestReleaseQuery>['release'] = null;

  @Answers(NewestReleaseQuery)
  newestRelease(): Promise<OutputOf<typeof NewestReleaseQuery>> {
    return Promise.resolve({ release: this.release });
  }

  /** All branches and tags are at the same commit. */
  @Answers(FindRefsQuery)
  findRefs({ branches = [], tags = [] }: InputOf<typeof FindRefsQuery>): Promise<OutputOf<typeof FindRefsQuery>> {
    return Promise.resolve({
      branches: branches.map((branch) => (this.branches.has(branch) ? 'c'.repeat(40) : null)),
      tags: tags.map(() => 'c'.repeat(40)),
    });
  }

  /** Every file has the same text. */
  @Answers(FileTextQuery)
  fileText({ path }: InputOf<typeof FileTextQuery>): Promise<OutputOf<typeof FileTextQuery>> {
    return Promise.resolve({ outcome: 'found', text: `_Text_ of ${path}, see [more](more.md) <script>x</script>` });
  }

  /** A licence is the only file. */
  @Answers(FileIdsQuery)
  fileIds({ paths }: InputOf<typeof FileIdsQuery>): Promise<OutputOf<typeof FileIdsQuery>> {
    return Promise.resolve({ ids: paths.map((path) => (path === 'LICENSE.md' ? 'b'.repeat(40) : null)) });
  }

  /** Authors of comments on every commit. */
  readonly commenters: number[] = [];

  @Answers(CommitCommentersQuery)
  commitCommenters(): Promise<OutputOf<typeof CommitCommentersQuery>> {
    return Promise.resolve({ userIds: this.commenters });
  }

  /** Every comment is on the same commit. */
  @Answers(CommitCommentsByIdsQuery)
  commitComments({
    ids,
  }: InputOf<typeof CommitCommentsByIdsQuery>): Promise<OutputOf<typeof CommitCommentsByIdsQuery>> {
    const comment = {
      commitId: 'c'.repeat(40),
      authorId: 1,
      note: 'nice',
      onLine: true,
      line: { path: 'a.txt', number: 3, side: 'new' as const },
      createdAt: '2018-02-01T10:00:00.000Z',
    };
    return Promise.resolve({ comments: ids.map((id) => ({ id, ...comment })) });
  }

  /** Places in diffs that were read. */
  readonly places: DiffPlace[] = [];

  /** Every diff has the same lines. */
  @Answers(DiffExcerptsQuery)
  diffExcerpts({ places }: InputOf<typeof DiffExcerptsQuery>): Promise<OutputOf<typeof DiffExcerptsQuery>> {
    this.places.push(...places);
    const lines: ExcerptLine[] = [
      { kind: 'removed', text: 'a < b' },
      { kind: 'added', text: '\ta <= b\r' },
    ];
    return Promise.resolve({ excerpts: places.map(() => lines) });
  }

  /** Every search finds one commit. */
  @Answers(SearchCommitsQuery)
  searchCommits(asked: InputOf<typeof SearchCommitsQuery>): Promise<OutputOf<typeof SearchCommitsQuery>> {
    this.searches.push(asked);
    return Promise.resolve({ commits: [commitCard('c'.repeat(40))], total: 1 });
  }

  /** Every search finds one line, and more than are counted. */
  @Answers(SearchBlobsQuery)
  searchBlobs(asked: InputOf<typeof SearchBlobsQuery>): Promise<OutputOf<typeof SearchBlobsQuery>> {
    this.searches.push(asked);
    return Promise.resolve({ found: [{ path: 'docs/a.md', startLine: 3, text: 'needle\n' }], total: null });
  }

  /** Whether no ref reaches the commits. */
  unreachable = false;

  @Answers(CommitsByIdsQuery)
  commitsByIds({ ids, rights }: InputOf<typeof CommitsByIdsQuery>): Promise<OutputOf<typeof CommitsByIdsQuery>> {
    const isHidden = this.unreachable && rights?.unreachable === false;
    return Promise.resolve({ commits: ids.map((id) => (isHidden ? null : commitCard(id))) });
  }
}

function commitCard(id: string) {
  const author = { name: 'Ada', email: 'ada@example.com', seconds: 1_516_010_841, offsetMinutes: 0 };
  return { id, parents: [], author, committer: author, message: 'Add a\n' };
}
