import { v4 } from '@hearth/http';
import { defineNotices } from '@hearth/pages';
import { z } from 'zod';
import { STATES } from '../todos/todo.rules.js';

const notices = defineNotices({ one: 'Done.', all: 'All are done.' });
export const { noticeOf, withNotice } = notices;

export const ISSUE_SCOPES = ['assigned', 'created', 'all'] as const;
export const ISSUE_STATES = ['opened', 'closed', 'all'] as const;

export const TodosPageParams = z.object({
  state: v4.optional(v4.oneOf(STATES)).catch(undefined),
  page: v4.page.page,
  done: notices.done,
});
export const TodoFormParams = z.object({ id: v4.id() });
export const OwnIssuesParams = z.object({
  scope: v4.optional(v4.oneOf(ISSUE_SCOPES)).catch(undefined),
  state: v4.optional(v4.oneOf(ISSUE_STATES)).catch(undefined),
  search: v4.search(),
  page: v4.page.page,
});
