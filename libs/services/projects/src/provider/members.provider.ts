import { Controller } from '@nestjs/common';
import { Answers } from '@hearth/calls';
import type { InputOf, OutputOf } from '@hearth/contract-kit';
import {
  AddBotMemberCommand,
  DirectLevelsQuery,
  GroupMembersQuery,
  SetGroupMembershipsCommand,
} from '@hearth/projects-contracts';
import { Database } from '@hearth/data';
import { AddBotMember } from '../members/add-bot.js';
import { SetGroupMemberships } from '../members/set-group-memberships.js';
import { MembershipsStore } from '../members/memberships.store.js';

/** Answers questions about direct members, and sets the memberships that identity knows: of bots, and by single sign-on. */
@Controller()
export class MembersProvider {
  constructor(
    private readonly db: Database,
    private readonly membershipsStore: MembershipsStore,
    private readonly addBotMember: AddBotMember,
    private readonly setGroupMemberships: SetGroupMemberships,
  ) {}

  @Answers(AddBotMemberCommand)
  addBot(asked: InputOf<typeof AddBotMemberCommand>): Promise<OutputOf<typeof AddBotMemberCommand>> {
    return this.addBotMember.execute(asked);
  }

  @Answers(SetGroupMembershipsCommand)
  async setGroups(
    asked: InputOf<typeof SetGroupMembershipsCommand>,
  ): Promise<OutputOf<typeof SetGroupMembershipsCommand>> {
    await this.setGroupMemberships.execute(asked);
    return {};
  }

  @Answers(DirectLevelsQuery)
  async directLevels({
    source,
    userIds,
  }: InputOf<typeof DirectLevelsQuery>): Promise<OutputOf<typeof DirectLevelsQuery>> {
    return { members: await this.membershipsStore.levels(this.db, source, userIds) };
  }

  @Answers(GroupMembersQuery)
  async groupMembers({
    groupIds,
    userIds,
  }: InputOf<typeof GroupMembersQuery>): Promise<OutputOf<typeof GroupMembersQuery>> {
    return { members: await this.membershipsStore.ofGroups(this.db, groupIds, userIds) };
  }
}
