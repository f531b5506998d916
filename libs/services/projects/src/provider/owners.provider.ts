import { Controller } from '@nestjs/common';
import { Answers } from '@hearth/calls';
import type { InputOf, OutputOf } from '@hearth/contract-kit';
import { FindFullNamespacesQuery } from '@hearth/projects-contracts';
import { Database } from '@hearth/data';
import { ProjectsStore } from '../projects/projects.store.js';

/** Answers what identity shows of users and only projects knows. */
@Controller()
export class OwnersProvider {
  constructor(
    private readonly db: Database,
    private readonly projectsStore: ProjectsStore,
  ) {}

  @Answers(FindFullNamespacesQuery)
  async findFullNamespaces({
    users,
  }: InputOf<typeof FindFullNamespacesQuery>): Promise<OutputOf<typeof FindFullNamespacesQuery>> {
    return { userIds: await this.projectsStore.ownersWithoutRoom(this.db, users) };
  }
}
