import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { Principal, UserId } from '@hearth/contract-kit';
import { ActAsQuery, UsersByIdsQuery, type UserCard } from '@hearth/identity-contracts';

/** The highest number of users that identity returns at once. */
const AT_ONCE = 100;

/** User records in other records. */
@Injectable()
export class PeopleFacts {
  constructor(private readonly calls: Calls) {}

  /** Returns users by the requested ids; deleted users are replaced by the ghost. */
  async byIds(ids: Iterable<number>): Promise<ReadonlyMap<number, UserCard>> {
    const wanted = [...new Set(ids)];
    const parts = Array.from({ length: Math.ceil(wanted.length / AT_ONCE) }, (_, part) =>
      wanted.slice(part * AT_ONCE, (part + 1) * AT_ONCE),
    );
    const answers = await Promise.all(parts.map((part) => this.calls.query(UsersByIdsQuery, { ids: part })));
    return new Map(answers.flatMap(({ users }) => users.map((user) => [user.askedAs ?? user.id, user] as const)));
  }

  /** Usernames by id, for the notes about users. */
  async usernames(ids: readonly UserId[]): Promise<ReadonlyMap<UserId, string>> {
    const users = await this.byIds(ids);
    return new Map(ids.flatMap((id) => (users.has(id) ? [[id, users.get(id)!.username] as const] : [])));
  }

  /** Present record of the user, without the token of a request; undefined for blocked or deleted users. */
  async principal(id: UserId): Promise<Principal | undefined> {
    const { principal, blocked } = await this.calls.query(ActAsQuery, { user: { id } });
    if (!principal || blocked) return undefined;
    return { ...principal, credential: { ...principal.credential, tokenId: null } };
  }
}
