import { Injectable } from '@nestjs/common';
import type { Row, Tx } from '@hearth/data';
import type { LockedLabel } from './labels.store.js';

interface Id extends Row {
  readonly id: number;
}

const OF_GROUP = 'select id from labels where namespace_id = $1 and name = $2 for no key update';
/** Only labels of projects have a priority. */
const TO_GROUP = `update labels set project_id = null, namespace_id = $2, priority = null, updated_at = now() where id = $1`;

/** Locked in the order of ids, so that two promotions do not deadlock. */
const LOCK_SAME_NAME = `select l.id from labels l join projects p on p.id = l.project_id
  where p.namespace_id = $1 and l.name = $2 order by l.id for update of l`;

/** Statements that give everything of the labels `$1` to the label `$2`. */
const MERGE = [
  `insert into issue_labels (issue_id, label_id) select distinct issue_id, $2::bigint from issue_labels
    where label_id = any ($1::bigint[]) on conflict do nothing`,
  `insert into label_subscriptions (label_id, user_id) select distinct $2::bigint, user_id from label_subscriptions
    where label_id = any ($1::bigint[]) on conflict do nothing`,
  `update resource_events set subject_id = $2::bigint where kind = 'label' and subject_id = any ($1::bigint[])`,
];
const DELETE = 'delete from labels where id = any ($1::bigint[])';

/** SQL of the promotion of labels. */
@Injectable()
export class PromotionsStore {
  /**
   * Makes the label one of the group, unless the group has one of its name.
   * @param label locked, as the group is
   * @returns the id of the group's label
   */
  async promote(tx: Tx, { id, name }: Pick<LockedLabel, 'id' | 'name'>, groupId: number): Promise<number> {
    const [present] = await tx.prepared<Id>(OF_GROUP, [groupId, name]);
    if (present) return present.id;
    await tx.prepared(TO_GROUP, [id, groupId]);
    return id;
  }

  /**
   * Merges labels of the same name in the projects of the group into its label: it gets their issues, subscribers and events.
   * @returns ids of the merged labels, which are deleted
   */
  async merge(
    tx: Tx,
    { id, name, groupId }: { readonly id: number; readonly name: string; readonly groupId: number },
  ): Promise<number[]> {
    const merged = (await tx.prepared<Id>(LOCK_SAME_NAME, [groupId, name])).map((label) => label.id);
    if (merged.length === 0) return merged;
    for (const text of MERGE) await tx.prepared(text, [merged, id]);
    await tx.prepared(DELETE, [merged]);
    return merged;
  }
}
