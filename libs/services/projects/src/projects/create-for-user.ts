import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import { ActAsQuery, UserNotFound } from '@hearth/identity-contracts';
import { ProjectForUserInvalid, limitText } from '../refusals.js';
import { CreateProject, type ProjectRequest } from './create.js';
import type { Wording } from './insert.js';
import type { ProjectRecord } from './projects.store.js';

const FOR_USER: Wording = {
  invalid: ProjectForUserInvalid,
  limitReached: ({ limit }) => ProjectForUserInvalid({ errors: { limit_reached: [limitText(limit)] } }),
  namespaceInvalid: () => ProjectForUserInvalid({ errors: { namespace: ['is not valid'] } }),
};

/** Creates a project for another user: with that user as its creator, within that user's permissions. */
@Injectable()
export class CreateProjectForUser {
  constructor(
    private readonly calls: Calls,
    private readonly createProject: CreateProject,
  ) {}

  /** Only for admins. @throws UserNotFound, ProjectForUserInvalid */
  async execute(asked: ProjectRequest, userId: number): Promise<ProjectRecord> {
    // The parameter reads a too large id as one that no account has.
    const { principal } =
      userId > 0 ? await this.calls.query(ActAsQuery, { user: { id: userId } }) : { principal: null };
    if (!principal) throw UserNotFound();
    return this.createProject.execute(asked, principal, FOR_USER);
  }
}
