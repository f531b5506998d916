import { Controller } from '@nestjs/common';
import { Answers } from '@hearth/calls';
import type { InputOf, OutputOf } from '@hearth/contract-kit';
import {
  CountTodosQuery,
  FindProjectReadersQuery,
  GroupProjectIdsQuery,
  RecentProjectsQuery,
  OwnGroupIdsQuery,
  VisibleProjectIdsQuery,
} from '@hearth/projects-contracts';
import { Database } from '@hearth/data';
import { AccessStore } from '../access/access.store.js';
import { OverviewFacts } from '../pages/overview.facts.js';
import { IssuesStore } from '../issues/issues.store.js';
import { TodoFacts } from '../todos/todo.facts.js';
import { todoOwner } from '../todos/todo.rules.js';

/** Answers who reads a project, which projects a user reads, and how much there is to do. */
@Controller()
export class ReadersProvider {
  constructor(
    private readonly db: Database,
    private readonly accessStore: AccessStore,
    private readonly issuesStore: IssuesStore,
    private readonly overviewFacts: OverviewFacts,
    private readonly todoFacts: TodoFacts,
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

  @Answers(RecentProjectsQuery)
  async recent({ user, most }: InputOf<typeof RecentProjectsQuery>): Promise<OutputOf<typeof RecentProjectsQuery>> {
    const caller = { userId: user.id, admin: user.admin, external: user.external };
    const { items } = await this.overviewFacts.ownProjects(caller, { page: 1, perPage: most });
    const projects = items.map(({ fullPath, name, namespace, description, visibility }) => ({
      ...{ fullPath, description, visibility },
      name: `${namespace.fullName} / ${name}`,
    }));
    return { projects };
  }

  @Answers(CountTodosQuery)
  async countTodos({ user, most }: InputOf<typeof CountTodosQuery>): Promise<OutputOf<typeof CountTodosQuery>> {
    const { id: userId, admin, external } = user;
    return { count: await this.todoFacts.countPending(todoOwner({ userId, admin, external }), most) };
  }

  @Answers(GroupProjectIdsQuery)
  async groupProjectIds({
    groupId,
  }: InputOf<typeof GroupProjectIdsQuery>): Promise<OutputOf<typeof GroupProjectIdsQuery>> {
    return { ids: await this.accessStore.idsInGroup(this.db, groupId) };
  }

  @Answers(OwnGroupIdsQuery)
  async ownGroupIds({ userId, from }: InputOf<typeof OwnGroupIdsQuery>): Promise<OutputOf<typeof OwnGroupIdsQuery>> {
    return { ids: await this.accessStore.ownGroups(this.db, userId, from) };
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
