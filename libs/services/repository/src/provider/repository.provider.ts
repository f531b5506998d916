import { Controller } from '@nestjs/common';
import { Answers, type CallContext } from '@hearth/calls';
import type { InputOf, OutputOf } from '@hearth/contract-kit';
import {
  FollowPrimaryCommand,
  InitializeRepositoryCommand,
  LocateQuery,
  SetDefaultBranchCommand,
} from '@hearth/repository-contracts';
import { InitializeRepository } from '../branches/initialize.js';
import { SetDefaultBranch as SetDefault } from '../branches/set-default.js';
import { LocateFacts } from '../repositories/locate.facts.js';
import { CopyForMove } from '../storage-moves/copy-for-move.js';

/** Answers what other services ask of repositories. */
@Controller()
export class RepositoryProvider {
  constructor(
    private readonly locateFacts: LocateFacts,
    private readonly copyForMove: CopyForMove,
    private readonly setDefaultBranchCommand: SetDefault,
    private readonly initializeRepository: InitializeRepository,
  ) {}

  /** Any process may answer: it is about where a repository lives, not about what is in it. */
  @Answers(LocateQuery)
  async locate({ projectId }: InputOf<typeof LocateQuery>): Promise<OutputOf<typeof LocateQuery>> {
    return this.locateFacts.of(projectId);
  }

  @Answers(SetDefaultBranchCommand)
  async setDefaultBranch(
    asked: InputOf<typeof SetDefaultBranchCommand>,
  ): Promise<OutputOf<typeof SetDefaultBranchCommand>> {
    return { sequence: await this.setDefaultBranchCommand.execute(asked) };
  }

  @Answers(InitializeRepositoryCommand)
  initialize(
    asked: InputOf<typeof InitializeRepositoryCommand>,
  ): Promise<OutputOf<typeof InitializeRepositoryCommand>> {
    return this.initializeRepository.execute(asked);
  }

  @Answers(FollowPrimaryCommand)
  async follow(
    wanted: InputOf<typeof FollowPrimaryCommand>,
    { signal }: CallContext,
  ): Promise<OutputOf<typeof FollowPrimaryCommand>> {
    await this.copyForMove.catchUp(wanted, signal);
    return {};
  }
}
