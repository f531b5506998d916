import { v4 } from '@hearth/http';
import { confirmed, defineNotices } from '@hearth/pages';
import { z } from 'zod';
import { labelParams } from '../labels/label.params.js';
import type { MemberSourceKind } from '../members/membership.rules.js';

const notices = defineNotices({
  created: 'Created.',
  saved: 'Saved.',
  deleted: 'Deleted.',
  promoted: 'It is a label of the group now.',
});
export const { noticeOf, withNotice } = notices;

/** Parameters of the pages of labels; `id` names a project or a group. */
export function labelPageParams(kind: MemberSourceKind) {
  const within = z.object({ id: v4[kind]() });
  const label = within.extend({ label_id: v4.id() });
  const { name, color, priority } = labelParams(kind).create.shape;
  // Missing and empty fields are refused beside them.
  const fields = {
    ...{ name: name.prefault(''), color: color.prefault(''), priority },
    description: v4.text().prefault(''),
  };
  return {
    list: within.extend({ search: v4.search(), page: v4.page.page, done: notices.done }),
    create: within.extend(fields),
    label,
    update: label.extend(fields),
    delete: label.extend({ confirmed }),
  };
}
export type LabelPageParams = ReturnType<typeof labelPageParams>;

/** Converts the fields of a form to the columns of a label. */
export function labelOf({ name, color, description, priority }: z.output<LabelPageParams['create']>) {
  return { name, color: color.trim(), description: description || null, priority: priority ?? null };
}

/** Label in the path of a page. */
export function referenceOf({ label_id: id }: z.output<LabelPageParams['label']>) {
  return { id, name: '' };
}
