import { Injectable } from '@nestjs/common';
import { Answers } from '@hearth/calls';
import type { InputOf, OutputOf } from '@hearth/contract-kit';
import { FindFullNamespaces } from '@hearth/contracts';
import { Database } from '@hearth/data';
import { ProjectsStore } from '../projects/projects.store.js';

/** Answers what identity shows of users and only projects knows. */
@Injectable()
export class OwnersProvider {
  constructor(
    private readonly db: Database,
    private readonly projects: ProjectsStore,
  ) {}

  @Answers(FindFullNamespaces)
  async findFullNamespaces({
    users,
  }: InputOf<typeof FindFullNamespaces>): Promise<OutputOf<typeof FindFullNamespaces>> {
    return { userIds: await this.projects.ownersWithoutRoom(this.db, users) };
  }
}
