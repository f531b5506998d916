import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { ProjectId } from '@hearth/contract-kit';
import { CommitsByIdsQuery } from '@hearth/repository-contracts';
import { ChoicesFacts } from '../merge-requests/choices.facts.js';
import { textsOf } from './push-options.rules.js';

/** Resolves the values of push options. */
@Injectable()
export class PushOptionFacts {
  constructor(
    private readonly calls: Calls,
    private readonly choicesFacts: ChoicesFacts,
  ) {}

  /** Title and description for a merge request whose push names none: those of the pushed commit. */
  async texts(projectId: ProjectId, commit: string, branch: string) {
    const { commits } = await this.calls.query(CommitsByIdsQuery, { projectId, ids: [commit] });
    return textsOf(commits[0]?.message ?? '', branch);
  }

  /** Ids of users who are named by id or username, with or without `@`. Unknown ones are left out. */
  async people(projectId: ProjectId, names: readonly string[]): Promise<number[]> {
    const isId = (name: string) => /^\d{1,9}$/.test(name);
    const usernames = names.filter((name) => !isId(name)).map((name) => name.replace(/^@/, ''));
    const readers = await this.choicesFacts.readers(projectId, usernames);
    return [...names.filter(isId).map(Number), ...readers.map(({ id }) => id)];
  }

  /** Undefined without a title, and for an unknown one. */
  async milestoneId(projectId: ProjectId, title: string | undefined): Promise<number | undefined> {
    return title === undefined ? undefined : (await this.choicesFacts.milestone(projectId, { title }))?.id;
  }
}
