import { Injectable } from '@nestjs/common';
import { Git } from '../git/git.js';
import type { ReadRights } from '../git/reads/read-rights.js';
import { parseBranchName, refOfBranch, type BranchName } from '../git/refs/ref-name.js';
import { parseRevision } from '../git/refs/revision.js';
import { writeFirstCommit } from '../git/writes/first-commit.js';
import { MoveRefs, type RefWriter } from '../journal/move-refs.js';
import type { RefMove } from '../journal/ref-changes.store.js';
import { signatureNow } from '../commits/signatures.js';
import { BranchExists, BranchNameInvalid, ReferenceInvalid } from '../refusals.js';
import { FIRST_BRANCH, LATER_FIRST_BRANCH } from '../repositories/ensure-repository.js';

interface NewBranch {
  readonly branch: string;
  /** A branch, tag or commit. */
  readonly ref: string;
  /** Rights of the caller who named `ref`. */
  readonly rights: ReadRights;
}

/** Creates a branch at an existing commit. In an empty repository it first creates the default branch with a README.md. */
@Injectable()
export class CreateBranch {
  constructor(
    private readonly moveRefs: MoveRefs,
    private readonly git: Git,
  ) {}

  /** @throws BranchNameInvalid, BranchExists, ReferenceInvalid, and the errors of {@link MoveRefs.execute} */
  async execute(writer: RefWriter, { branch, ref, rights }: NewBranch): Promise<void> {
    const name = parseBranchName(branch);
    if (name === null) throw BranchNameInvalid();
    const revision = parseRevision(ref);
    const { path } = writer.repository;
    await this.moveRefs.execute(writer, async ({ empty, defaultBranch }) => {
      if (empty) return this.firstBranches(writer, { name, ref, first: firstOf(defaultBranch ?? FIRST_BRANCH, ref) });
      if (await this.git.branches.find(path, name)) throw BranchExists();
      const to = revision && (await this.git.revisions.resolve(path, revision, rights));
      if (!to) throw ReferenceInvalid();
      return [{ ref: refOfBranch(name), from: null, to }];
    });
  }

  /** Returns the moves that create the default branch and, when its name differs, the requested branch at the same commit. */
  private async firstBranches(
    { repository, principal }: RefWriter,
    { name, ref, first }: { name: BranchName; ref: string; first: BranchName },
  ): Promise<RefMove[]> {
    if (ref !== first && ref !== 'HEAD') throw ReferenceInvalid();
    const content = { readme: '', message: 'Add README.md', author: signatureNow(principal) };
    const to = await writeFirstCommit(this.git.objectsWriter, repository.path, content);
    return [...new Set([first, name])].map((branch) => ({ ref: refOfBranch(branch), from: null, to }));
  }
}

/** Returns the name of the first branch; that of later releases is accepted where HEAD was never changed. */
function firstOf(defaultBranch: string, ref: string): BranchName {
  if (defaultBranch === FIRST_BRANCH && ref === LATER_FIRST_BRANCH) return LATER_FIRST_BRANCH;
  return parseBranchName(defaultBranch)!;
}
