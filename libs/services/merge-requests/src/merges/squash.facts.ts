import { Injectable } from '@nestjs/common';
import type { ProjectCard } from '@hearth/contract-kit';
import { PeopleFacts } from '../merge-requests/people.facts.js';
import type { Attempt, Mergeable, Merger } from './merges.store.js';
import { squashMessage, squashesOnMerge } from './squash.rules.js';

/** Choice of a request to merge; null and undefined: as the merge request says. */
export interface SquashChoice {
  readonly squash: boolean | null | undefined;
  readonly squashMessage: string | null | undefined;
}

/** Squashed commits of merges. */
@Injectable()
export class SquashFacts {
  constructor(private readonly peopleFacts: PeopleFacts) {}

  /** Method of a merge into the project, and the message and author of the squashed commit, which is the author's of the merge request. */
  async of(
    mergeRequest: Pick<Mergeable, 'authorId' | 'title' | 'squash'>,
    project: Pick<ProjectCard, 'mergeMethod' | 'squashOption'>,
    choice: SquashChoice,
    merger: Pick<Merger, 'name' | 'email'>,
  ): Promise<Pick<Attempt, 'method' | 'squash'>> {
    const method = project.mergeMethod;
    if (!squashesOnMerge(project, choice.squash ?? mergeRequest.squash)) return { method, squash: null };
    const author = (await this.peopleFacts.byIds([mergeRequest.authorId])).get(mergeRequest.authorId);
    const by = author?.email ? { name: author.name, email: author.email } : merger;
    const message = squashMessage(mergeRequest.title, choice.squashMessage);
    return { method, squash: { message, author: { name: by.name, email: by.email } } };
  }
}
