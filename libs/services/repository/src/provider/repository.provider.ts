import { Injectable } from '@nestjs/common';
import { Answers } from '@hearth/calls';
import type { InputOf, OutputOf } from '@hearth/contract-kit';
import { Locate } from '@hearth/contracts';
import { PlaceRepository } from '../repositories/place-repository.js';

/** Answers what other services ask of repositories. */
@Injectable()
export class RepositoryProvider {
  constructor(private readonly placing: PlaceRepository) {}

  /** Any process may answer: it is about where a repository lives, not about what is in it. */
  @Answers(Locate)
  async locate({ projectId }: InputOf<typeof Locate>): Promise<OutputOf<typeof Locate>> {
    const { storage } = await this.placing.execute(projectId);
    return { storage };
  }
}
