import { Injectable } from '@nestjs/common';
import { isAllowed } from '@hearth/access';
import type { InputOf, OutputOf } from '@hearth/contract-kit';
import type { AddBotMemberCommand as Contract } from '@hearth/projects-contracts';
import { Database } from '@hearth/data';
import { memberAbilities } from '../abilities.js';
import { AddMember } from './add.js';
import { MemberSourcesStore } from './member-sources.store.js';
import { MembershipsStore } from './memberships.store.js';

/** Makes the bot of an access token a member. */
@Injectable()
export class AddBotMember {
  constructor(
    private readonly db: Database,
    private readonly memberSourcesStore: MemberSourcesStore,
    private readonly membershipsStore: MembershipsStore,
    private readonly addMember: AddMember,
  ) {}

  /** Repeating it changes nothing more. Without that limit, a token would give its creator a higher level than their own. */
  execute({ source, userId, level, actor }: InputOf<typeof Contract>): Promise<OutputOf<typeof Contract>> {
    return this.db.tx(async (tx) => {
      const facts = await this.memberSourcesStore.lock(tx, source, actor);
      if (!facts) return { outcome: 'gone' };
      const mayManage = isAllowed(memberAbilities[source.kind].manage, facts, null);
      if (!mayManage || level > facts.level) return { outcome: 'forbidden' };
      if (!(await this.membershipsStore.find(tx, source, userId)))
        await this.addMember.within(tx, source, userId, { level, expiresAt: null });
      return { outcome: 'added' };
    });
  }
}
