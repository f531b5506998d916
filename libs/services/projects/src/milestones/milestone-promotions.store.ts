import { Injectable } from '@nestjs/common';
import type { Row, Tx } from '@hearth/data';
import { nextIid } from '../access/iids.finder.js';

interface Id extends Row {
  readonly id: number;
}

/** Title of a milestone, and the group that gets it. */
interface InGroup {
  readonly title: string;
  readonly groupId: number;
}

const OF_GROUP = 'select from milestones where namespace_id = $1 and title = $2 limit 1';
const TO_GROUP =
  'update milestones set project_id = null, namespace_id = $2, iid = $3, updated_at = now() where id = $1';

/** Locked in the order of ids, so that two promotions do not deadlock. */
const LOCK_SAME_TITLE = `select m.id from milestones m join projects p on p.id = m.project_id
  where p.namespace_id = $1 and m.title = $2 order by m.id for update of m`;

/** Statements that give everything of the milestones `$1` to the milestone `$2`. */
const MERGE = [
  'update issues set milestone_id = $2::bigint where milestone_id = any ($1::bigint[])',
  `update resource_events set subject_id = $2::bigint where kind = 'milestone' and subject_id = any ($1::bigint[])`,
];
const DELETE = 'delete from milestones where id = any ($1::bigint[])';

/** SQL of the promotion of milestones. */
@Injectable()
export class MilestonePromotionsStore {
  /** @returns whether the group itself has a milestone of the title */
  async isInGroup(tx: Tx, { groupId, title }: InGroup): Promise<boolean> {
    return (await tx.prepared(OF_GROUP, [groupId, title])).length > 0;
  }

  /** Makes the milestone one of the group, with the next number there. @param id milestone of a project; the group is locked */
  async promote(tx: Tx, id: number, groupId: number): Promise<void> {
    const [counted] = await tx.prepared<{ last: number }>(nextIid('namespace_id', 'milestone'), [groupId]);
    await tx.prepared(TO_GROUP, [id, groupId, counted!.last]);
  }

  /**
   * Merges milestones of the same title in the projects of the group into its milestone `id`: it gets their issues and events.
   * @returns ids of the merged milestones, which are deleted
   */
  async merge(tx: Tx, { id, groupId, title }: InGroup & { readonly id: number }): Promise<number[]> {
    const merged = (await tx.prepared<Id>(LOCK_SAME_TITLE, [groupId, title])).map((milestone) => milestone.id);
    if (merged.length === 0) return merged;
    for (const text of MERGE) await tx.prepared(text, [merged, id]);
    await tx.prepared(DELETE, [merged]);
    return merged;
  }
}
