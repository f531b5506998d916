import { Inject, Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { UserId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { SetGroupMembershipsCommand } from '@hearth/projects-contracts';
import { SetAdmin } from '../admins/set-admin.js';
import { LastAdmin } from '../refusals.js';
import { UsersStore } from '../users/users.store.js';
import { isInOneOf, levelsByPath, type Person } from './person.rules.js';
import { SINGLE_SIGN_ON, type SingleSignOnSettings } from './provider-settings.js';

/** Gives an account the rights that the provider says: admin or not, and memberships in groups. */
@Injectable()
export class ApplyRights {
  constructor(
    private readonly db: Database,
    private readonly usersStore: UsersStore,
    private readonly setAdmin: SetAdmin,
    private readonly calls: Calls,
    @Inject(SINGLE_SIGN_ON) private readonly settings: SingleSignOnSettings,
  ) {}

  /** The last admin stays one. @throws CallFailed when projects did not answer */
  async execute(userId: number, person: Person): Promise<void> {
    const { adminGroups, memberships } = this.settings.provider!;
    if (adminGroups) await this.admin(userId, isInOneOf(person, adminGroups));
    if (memberships.length === 0) return;
    const groups = levelsByPath(person, memberships);
    await this.calls.command(SetGroupMembershipsCommand, { userId: userId as UserId, groups });
  }

  private async admin(userId: number, admin: boolean): Promise<void> {
    try {
      await this.db.tx(async (tx) => {
        const user = await this.usersStore.lock(tx, userId);
        if (user && user.admin !== admin) await this.setAdmin.within(tx, user, { admin });
      });
    } catch (error) {
      if (!LastAdmin.is(error)) throw error;
    }
  }
}
