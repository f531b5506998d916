import { Injectable } from '@nestjs/common';
import type { Principal, ProjectId } from '@hearth/contract-kit';
import type { UnlessModified } from '@hearth/http';
import { Git } from '../git/git.js';
import { parseTagName, refOfTag } from '../git/refs/ref-name.js';
import { MoveRefs } from '../journal/move-refs.js';
import { TagNotFound } from '../refusals.js';
import { RepositoryFacts } from '../repositories/repository.facts.js';

/** Deletes a tag. Its release text is deleted when the change is settled. */
@Injectable()
export class DeleteTag {
  constructor(
    private readonly repositoryFacts: RepositoryFacts,
    private readonly moveRefs: MoveRefs,
    private readonly git: Git,
  ) {}

  /**
   * @param unlessModified is called with the authored date of the tag's commit
   * @throws TagNotFound, PreconditionFailed, and the errors of {@link MoveRefs.execute}
   */
  async execute(
    projectId: ProjectId,
    given: string,
    principal: Principal,
    unlessModified: UnlessModified,
  ): Promise<void> {
    const path = await this.repositoryFacts.path(projectId);
    const name = parseTagName(given);
    if (path === null || name === null) throw TagNotFound();
    await this.moveRefs.execute({ repository: { projectId, path }, principal }, async () => {
      const tag = await this.git.tags.find(path, name);
      if (!tag) throw TagNotFound();
      const [described] = await this.git.tags.describe(path, [tag]);
      if (described?.commit) unlessModified(new Date(described.commit.author.seconds * 1000));
      return [{ ref: refOfTag(name), from: tag.target, to: null }];
    });
  }
}
