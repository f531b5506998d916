import { Injectable } from '@nestjs/common';
import { Answers } from '@hearth/calls';
import type { InputOf, OutputOf } from '@hearth/contract-kit';
import { Locate, SetDefaultBranch } from '@hearth/contracts';
import { SetDefaultBranch as SetDefault } from '../branches/set-default.js';
import { PlaceRepository } from '../repositories/place-repository.js';

/** Answers what other services ask of repositories. */
@Injectable()
export class RepositoryProvider {
  constructor(
    private readonly placing: PlaceRepository,
    private readonly defaulting: SetDefault,
  ) {}

  /** Any process may answer: it is about where a repository lives, not about what is in it. */
  @Answers(Locate)
  async locate({ projectId }: InputOf<typeof Locate>): Promise<OutputOf<typeof Locate>> {
    const { storage } = await this.placing.execute(projectId);
    return { storage };
  }

  @Answers(SetDefaultBranch)
  async setDefaultBranch(asked: InputOf<typeof SetDefaultBranch>): Promise<OutputOf<typeof SetDefaultBranch>> {
    return { sequence: await this.defaulting.execute(asked) };
  }
}
