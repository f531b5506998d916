import { Injectable } from '@nestjs/common';
import type { Principal } from '@hearth/contract-kit';
import { Calls, answerOr } from '@hearth/calls';
import { UserNotFound, type UserCard } from '@hearth/identity-contracts';
import { FindFullNamespacesQuery } from '@hearth/projects-contracts';
import { Database } from '@hearth/data';
import { Forbidden, Page, type PageRequest } from '@hearth/http';
import { UsersNotListed } from '../refusals.js';
import { SettingsFacts } from '../settings/settings.facts.js';
import { listFor, type UserFilters } from './user-list.rules.js';
import type { FullUser, UserRecord } from './user.entity.js';
import { cardOf } from './user.view.js';
import { UsersFinder } from './users.finder.js';
import { UsersStore } from './users.store.js';

/** Reads of users. */
@Injectable()
export class UserFacts {
  constructor(
    private readonly db: Database,
    private readonly usersStore: UsersStore,
    private readonly usersFinder: UsersFinder,
    private readonly calls: Calls,
    private readonly settingsFacts: SettingsFacts,
  ) {}

  /** @throws UserNotFound */
  async one(id: number): Promise<UserRecord> {
    const user = await this.usersStore.find(this.db, id);
    if (!user) throw UserNotFound();
    return user;
  }

  /** Returns the id of the user with a username (case-insensitively); undefined without one. */
  idOf(username: string): Promise<number | undefined> {
    return this.usersStore.idOf(this.db, username);
  }

  /**
   * Returns a user that can be changed.
   * @throws UserNotFound, Forbidden for the ghost and bots
   */
  async changeable(id: number): Promise<UserRecord> {
    const user = await this.one(id);
    if (user.ghost || user.holderId !== null) throw Forbidden();
    return user;
  }

  /**
   * Returns a user for a caller.
   * @param caller null: anonymous
   * @throws UserNotFound also for anonymous requests if the visibility `public` is restricted
   */
  async oneFor(caller: Principal | null, id: number): Promise<UserRecord> {
    if (!caller && (await this.settingsFacts.restrictsPublic())) throw UserNotFound();
    return this.one(id);
  }

  /**
   * Returns a page of the users that the caller is authorised to list.
   * @param caller null: anonymous
   * @throws Unauthorized, Forbidden, UsersNotListed
   */
  async page(caller: Principal | null, filters: UserFilters, request: PageRequest): Promise<Page<UserRecord>> {
    const list = listFor(caller, filters);
    if (!caller && (await this.settingsFacts.restrictsPublic())) throw UsersNotListed();
    return this.usersFinder.page(this.db, list, request);
  }

  /** Returns the caller's own record: the row and the question to projects need only the principal, so both are sent at once. @throws UserNotFound */
  async current({ userId: id, projectsLimit }: Principal): Promise<FullUser> {
    const [user, full] = await Promise.all([this.one(id), this.withoutRoom([{ id, projectsLimit }])]);
    return withRoomUnless(full, user);
  }

  async completed(user: UserRecord): Promise<FullUser> {
    const [full] = await this.withRoom([user]);
    return full!;
  }

  /** Adds the facts from the projects service to a page. */
  async completedPage({ items, request, total }: Page<UserRecord>): Promise<Page<FullUser>> {
    return new Page(await this.withRoom(items), request, total);
  }

  /** Returns user cards for other services. Unknown ids are left out; deleted users are replaced by the ghost. */
  async cards(ids: readonly number[], { withProfile = false } = {}): Promise<UserCard[]> {
    return (await this.usersStore.cards(this.db, ids)).map((user) => cardOf(user, { withProfile }));
  }

  /** Returns the ids of the users with these names, at most 100. */
  called(names: { readonly username?: string | undefined; readonly name?: string | undefined }): Promise<number[]> {
    return this.usersStore.called(this.db, names);
  }

  /** Returns the ids that exist, including users who are being created or deleted. */
  existing(ids: readonly number[]): Promise<number[]> {
    return this.usersStore.existing(this.db, ids);
  }

  private async withRoom(users: readonly UserRecord[]): Promise<FullUser[]> {
    const full = await this.withoutRoom(users);
    return users.map((user) => withRoomUnless(full, user));
  }

  /**
   * Returns users without room for a project, those with a limit of 0 left out. If projects does not answer, all count as having room: projects
   * checks the limit itself.
   */
  private async withoutRoom(users: readonly Pick<UserRecord, 'id' | 'projectsLimit'>[]): Promise<ReadonlySet<number>> {
    const asked = users.flatMap(({ id, projectsLimit }) => (projectsLimit > 0 ? [{ id, projectsLimit }] : []));
    if (asked.length === 0) return new Set();
    const full = await answerOr(this.calls.query(FindFullNamespacesQuery, { users: asked }), null);
    return new Set(full?.userIds);
  }
}

function withRoomUnless(full: ReadonlySet<number>, user: UserRecord): FullUser {
  return { ...user, canCreateProject: user.projectsLimit > 0 && !full.has(user.id) };
}
