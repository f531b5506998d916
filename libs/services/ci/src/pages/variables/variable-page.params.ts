import { v4 } from '@hearth/http';
import { confirmed, defineNotices } from '@hearth/pages';
import { z } from 'zod';
import { variableType, variableValue } from '../../variables/variable.params.js';

const notices = defineNotices({ created: 'Added.', saved: 'Saved.', deleted: 'Deleted.' });
export const { noticeOf, withNotice } = notices;

/** Browsers end the lines of a form with CR and LF; the text had LF. */
const value = variableValue().transform((text) => text.replaceAll('\r\n', '\n'));

const fields = {
  value,
  variable_type: variableType(),
  environment_scope: v4.text().prefault('*'),
  description: v4.text().prefault(''),
  protected: v4.optional(v4.boolean()),
  raw: v4.optional(v4.boolean()),
};

/** Parameters of the pages of variables; `id` names a project or a group. */
export function variablePageParams(kind: 'project' | 'group') {
  const owner = z.object({ id: v4[kind]() });
  const one = owner.extend({
    key: v4.text(),
    scope: v4.text().describe('Environments whose jobs get the variable, as before the change'),
  });
  return {
    start: owner,
    list: owner.extend({ page: v4.page.page, done: notices.done }),
    create: owner.extend({
      key: v4.text().prefault(''),
      ...fields,
      visibility: v4.oneOf(['visible', 'masked', 'hidden']).describe('Whether traces and pages show the value'),
    }),
    show: one,
    update: one.extend({ ...fields, visibility: v4.optional(v4.oneOf(['visible', 'masked'])) }),
    delete: one.extend({ confirmed }),
  };
}
export type VariablePageParams = ReturnType<typeof variablePageParams>;

type Given = z.output<VariablePageParams['create']> | z.output<VariablePageParams['update']>;

/** Returns the settings in a form, as the API takes them. */
export function givenOf({ key, visibility, description, ...given }: Given) {
  const hidden = visibility === 'hidden' ? { masked_and_hidden: true } : {};
  const masked = visibility && { masked: visibility !== 'visible' };
  return { ...given, ...masked, ...hidden, key, description: description || null };
}
