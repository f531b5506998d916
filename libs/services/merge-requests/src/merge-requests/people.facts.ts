import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import { UsersByIdsQuery, type UserCard } from '@hearth/contracts';

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
}
