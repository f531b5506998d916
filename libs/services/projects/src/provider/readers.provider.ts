import { Injectable } from '@nestjs/common';
import { Answers } from '@hearth/calls';
import type { InputOf, OutputOf } from '@hearth/contract-kit';
import { FindProjectReadersQuery, VisibleProjectIdsQuery } from '@hearth/contracts';
import { Database } from '@hearth/data';
import { AccessStore } from '../access/access.store.js';
import { IssuesStore } from '../issues/issues.store.js';

/** Answers who reads a project, and which projects a user reads. */
@Injectable()
export class ReadersProvider {
  constructor(
    private readonly db: Database,
    private readonly accessStore: AccessStore,
    private readonly issuesStore: IssuesStore,
  ) {}

  @Answers(FindProjectReadersQuery)
  async findReaders({
    projectId,
    ids,
    usernames,
  }: InputOf<typeof FindProjectReadersQuery>): Promise<OutputOf<typeof FindProjectReadersQuery>> {
    const lower = usernames.map((username) => username.toLowerCase());
    return { users: await this.issuesStore.readersAmong(this.db, projectId, { ids, usernames: lower }) };
  }

  @Answers(VisibleProjectIdsQuery)
  async visibleProjectIds({
    userId,
    from,
  }: InputOf<typeof VisibleProjectIdsQuery>): Promise<OutputOf<typeof VisibleProjectIdsQuery>> {
    const projects = await this.accessStore.own(this.db, userId, from);
    const idsOf = (wanted: boolean) => projects.filter(({ isReader }) => isReader === wanted).map(({ id }) => id);
    return { readers: idsOf(true), guests: idsOf(false) };
  }
}
