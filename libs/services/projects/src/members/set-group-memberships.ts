import { Injectable } from '@nestjs/common';
import type { InputOf, UserId } from '@hearth/contract-kit';
import { Database, type Tx } from '@hearth/data';
import { Forbidden } from '@hearth/http';
import type { SetGroupMembershipsCommand } from '@hearth/projects-contracts';
import { AccessStore } from '../access/access.store.js';
import { AddMember } from './add.js';
import { MemberSourcesStore } from './member-sources.store.js';
import { MembershipsStore } from './memberships.store.js';
import { RemoveMember } from './remove.js';
import { UpdateMember } from './update.js';

/** Makes a user's direct memberships in groups what the provider of single sign-on says. */
@Injectable()
export class SetGroupMemberships {
  constructor(
    private readonly db: Database,
    private readonly accessStore: AccessStore,
    private readonly memberSourcesStore: MemberSourcesStore,
    private readonly membershipsStore: MembershipsStore,
    private readonly addMember: AddMember,
    private readonly updateMember: UpdateMember,
    private readonly removeMember: RemoveMember,
  ) {}

  /** Groups that are gone are left out. Repeating it changes nothing more. */
  async execute({ userId, groups }: InputOf<typeof SetGroupMembershipsCommand>): Promise<void> {
    const references = groups.map(({ path }) => ({ path }));
    const found = await this.accessStore.resolveGroups(this.db, references, {
      id: userId,
      admin: true,
      external: false,
    });
    for (const [index, access] of found.entries())
      if (access) await this.db.tx((tx) => this.set(tx, access.group.id, userId, groups[index]!.level));
  }

  private async set(tx: Tx, groupId: number, userId: UserId, level: number | null): Promise<void> {
    const source = { kind: 'group' as const, id: groupId };
    const facts = await this.memberSourcesStore.lock(tx, source, { userId, admin: false });
    if (!facts) return;
    const member = await this.membershipsStore.find(tx, source, userId);
    if (level === (member?.level ?? null)) return;
    try {
      if (level === null) await this.removeMember.within(tx, source, facts, member!);
      else if (member) await this.updateMember.within(tx, source, member, { ...member, level }, facts.today);
      else await this.addMember.within(tx, source, userId, { level, expiresAt: null });
    } catch (error) {
      // The last owner of the group stays: it is refused before anything is written.
      if (!Forbidden.is(error)) throw error;
    }
  }
}
