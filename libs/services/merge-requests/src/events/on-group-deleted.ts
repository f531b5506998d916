import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { GroupDeletedEvent, WhichGroupsExistQuery } from '@hearth/projects-contracts';
import { On, gone, type Delivery } from '@hearth/messaging';
import { ApprovalRulesStore } from '../approvals/approval-rules.store.js';

/** Approval rules lose a group that was deleted. */
@Controller()
export class OnGroupDeleted {
  constructor(private readonly approvalRulesStore: ApprovalRulesStore) {}

  @On(GroupDeletedEvent, { confirm: gone(WhichGroupsExistQuery, ({ groupId }) => ({ ids: [groupId] })) })
  async handle({ groupId }: EventDataOf<typeof GroupDeletedEvent>, { tx }: Delivery): Promise<void> {
    await this.approvalRulesStore.removeGroup(tx, groupId);
  }
}
