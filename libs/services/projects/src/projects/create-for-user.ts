import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import { ActAsQuery, UserNotFound } from '@hearth/contracts';
import { ProjectForUserInvalid, limitText } from '../refusals.js';
import { CreateProject, type NewProject, type Wording } from './create.js';
import type { ProjectRecord } from './projects.store.js';

const FOR_USER: Wording = {
  invalid: ProjectForUserInvalid,
  limitReached: ({ limit }) => ProjectForUserInvalid({ errors: { limit_reached: [limitText(limit)] } }),
  namespaceInvalid: () => ProjectForUserInvalid({ errors: { namespace: ['is not valid'] } }),
};

/** Creates a project for somebody else: what that user could create, with that user as its creator. */
@Injectable()
export class CreateProjectForUser {
  constructor(
    private readonly calls: Calls,
    private readonly createProject: CreateProject,
  ) {}

  /** Only for admins. @throws UserNotFound, ProjectForUserInvalid */
  async execute(asked: NewProject, userId: number): Promise<ProjectRecord> {
    // No account has the id that stands for one too large.
    const { principal } =
      userId > 0 ? await this.calls.query(ActAsQuery, { user: { id: userId } }) : { principal: null };
    if (!principal) throw UserNotFound();
    return this.createProject.execute(asked, principal, FOR_USER);
  }
}
