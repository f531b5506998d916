import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { UserStateRefused } from '../refusals.js';
import { ChangeUserState } from './change-state.js';

const STATES = { ban: { from: 'active', to: 'banned' }, unban: { from: 'banned', to: 'active' } } as const;

/** Bans or unbans a user. A banned user has no access, as a blocked one, and is active again only after an unban. */
@Injectable()
export class BanUser {
  constructor(
    private readonly db: Database,
    private readonly changeUserState: ChangeUserState,
  ) {}

  /** @throws UserNotFound, Forbidden for the ghost, UserStateRefused for a user in another state, LastAdmin */
  async execute(id: number, action: 'ban' | 'unban'): Promise<void> {
    await this.db.tx(async (tx) => {
      const user = await this.changeUserState.lock(tx, id);
      const { from, to } = STATES[action];
      if (user.state !== from) throw UserStateRefused({ action, state: user.state });
      await this.changeUserState.within(tx, user, to, action === 'ban' ? 'banned' : 'unbanned');
    });
  }
}
