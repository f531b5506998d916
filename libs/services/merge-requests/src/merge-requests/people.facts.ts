import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { Principal, UserId } from '@hearth/contract-kit';
import { ActAsQuery, UsersByIdsQuery, type UserCard } from '@hearth/identity-contracts';

/** As many as identity answers at once. */
const AT_ONCE = 100;

/** Users as records name them. */
@Injectable()
export class PeopleFacts {
  constructor(private readonly calls: Calls) {}

  /** Users by the ids that were asked; of a deleted user the ghost. */
  async byIds(ids: Iterable<number>): Promise<ReadonlyMap<number, UserCard>> {
    const wanted = [...new Set(ids)];
    const parts = Array.from({ length: Math.ceil(wanted.length / AT_ONCE) }, (_, part) =>
      wanted.slice(part * AT_ONCE, (part + 1) * AT_ONCE),
    );
    const answers = await Promise.all(parts.map((part) => this.calls.query(UsersByIdsQuery, { ids: part })));
    return new Map(answers.flatMap(({ users }) => users.map((user) => [user.askedAs ?? user.id, user] as const)));
  }

  /** The user as they are now, without the token of a request; undefined for one who is blocked or gone. */
  async principal(id: UserId): Promise<Principal | undefined> {
    const { principal, blocked } = await this.calls.query(ActAsQuery, { user: { id } });
    if (!principal || blocked) return undefined;
    return { ...principal, credential: { ...principal.credential, tokenId: null } };
  }
}
