import { v4 } from '@hearth/http';
import { confirmed, defineNotices } from '@hearth/pages';
import { ProjectPageParams } from '../pages/page.params.js';
import { CreateProtectedTagParams } from '../protected-tags/protected-tag.params.js';
import { CreateProtectedBranchParams } from '../protection/protected-branch.params.js';

const notices = defineNotices({
  protected: 'Protected.',
  saved: 'Saved.',
  unprotected: 'The rule is removed.',
});
export const { noticeOf, withNotice } = notices;

/** In the body, since a pattern may be no segment of a path. An invalid one is shown at its field. */
const name = v4.text().prefault('');
const { push_access_level, merge_access_level, allow_force_push } = CreateProtectedBranchParams.shape;
const { create_access_level } = CreateProtectedTagParams.shape;

export const ProtectionPageParams = ProjectPageParams.extend({ page: v4.page.page, done: notices.done });
export const ProtectBranchFormParams = ProjectPageParams.extend({
  ...{ name, push_access_level, merge_access_level, allow_force_push },
});
export const ProtectTagFormParams = ProjectPageParams.extend({ name, create_access_level });
export const UnprotectFormParams = ProjectPageParams.extend({ name, confirmed });
