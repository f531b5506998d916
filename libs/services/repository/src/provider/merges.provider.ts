import { Controller } from '@nestjs/common';
import { Answers } from '@hearth/calls';
import type { InputOf, OutputOf } from '@hearth/contract-kit';
import {
  CanMergeQuery,
  DeleteMergedBranchCommand,
  MergeCommand,
  PrepareMergeCommand,
  RebaseCommand,
  ReplaceLinesCommand,
  TryMergeCommand,
} from '@hearth/repository-contracts';
import { ReplaceLines } from '../commits/replace-lines.js';
import { DeleteMergedBranch } from '../merges/delete-merged-branch.js';
import { Merge } from '../merges/merge.js';
import { PrepareMerge } from '../merges/prepare-merge.js';
import { Rebase } from '../merges/rebase.js';
import { TryMerge } from '../merges/try-merge.js';

/** Merges and commits for merge requests, and for their pipelines. */
@Controller()
export class MergesProvider {
  constructor(
    private readonly prepareMerge: PrepareMerge,
    private readonly mergeCommand: Merge,
    private readonly deleteMergedBranchCommand: DeleteMergedBranch,
    private readonly rebaseCommand: Rebase,
    private readonly replaceLinesCommand: ReplaceLines,
    private readonly tryMergeCommand: TryMerge,
  ) {}

  @Answers(PrepareMergeCommand)
  prepare(asked: InputOf<typeof PrepareMergeCommand>): Promise<OutputOf<typeof PrepareMergeCommand>> {
    return this.prepareMerge.execute(asked);
  }

  @Answers(MergeCommand)
  merge(asked: InputOf<typeof MergeCommand>): Promise<OutputOf<typeof MergeCommand>> {
    return this.mergeCommand.execute(asked);
  }

  @Answers(RebaseCommand)
  rebase(asked: InputOf<typeof RebaseCommand>): Promise<OutputOf<typeof RebaseCommand>> {
    return this.rebaseCommand.execute(asked);
  }

  @Answers(ReplaceLinesCommand)
  replaceLines(asked: InputOf<typeof ReplaceLinesCommand>): Promise<OutputOf<typeof ReplaceLinesCommand>> {
    return this.replaceLinesCommand.execute(asked);
  }

  @Answers(TryMergeCommand)
  async tryMerge(asked: InputOf<typeof TryMergeCommand>): Promise<OutputOf<typeof TryMergeCommand>> {
    return { merge: await this.tryMergeCommand.execute(asked) };
  }

  @Answers(CanMergeQuery)
  async canMerge(asked: InputOf<typeof CanMergeQuery>): Promise<OutputOf<typeof CanMergeQuery>> {
    return { mergeable: await this.mergeCommand.canMerge(asked) };
  }

  @Answers(DeleteMergedBranchCommand)
  async deleteMergedBranch(
    asked: InputOf<typeof DeleteMergedBranchCommand>,
  ): Promise<OutputOf<typeof DeleteMergedBranchCommand>> {
    return { gone: await this.deleteMergedBranchCommand.execute(asked) };
  }
}
