import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { ChangeUserState } from './change-state.js';

/** Makes a deactivated user active again. The user's own sign-in does the same. */
@Injectable()
export class ActivateUser {
  constructor(
    private readonly db: Database,
    private readonly changeUserState: ChangeUserState,
  ) {}

  /**
   * @returns false when the user was active already
   * @throws UserNotFound, BlockedNotActivated
   */
  execute(id: number): Promise<boolean> {
    return this.db.tx((tx) => this.changeUserState.activate(tx, id));
  }
}
