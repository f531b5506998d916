import { Injectable } from '@nestjs/common';
import { Answers } from '@hearth/calls';
import type { InputOf, OutputOf } from '@hearth/contract-kit';
import { DefaultBranchMissing, SetDefaultBranch } from '@hearth/contracts';

/** Stands for repository: every project has the same branches. */
@Injectable()
export class FakeRepository {
  readonly branches = new Set(['master', 'trunk']);
  /** What HEAD was pointed at, in that order. */
  readonly heads: string[] = [];
  private sequence = 100;

  @Answers(SetDefaultBranch)
  setDefaultBranch({ branch }: InputOf<typeof SetDefaultBranch>): Promise<OutputOf<typeof SetDefaultBranch>> {
    if (!this.branches.has(branch)) return Promise.reject(DefaultBranchMissing({ branch }));
    this.heads.push(branch);
    return Promise.resolve({ sequence: ++this.sequence });
  }
}
