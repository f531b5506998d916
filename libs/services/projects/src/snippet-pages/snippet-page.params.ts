import { v4 } from '@hearth/http';
import { z } from 'zod';

export const SnippetListPageParams = z.object({ id: v4.project(), page: v4.page.page });
export const SnippetPageParams = z.object({ id: v4.project(), snippet_id: v4.id() });
export const OwnSnippetsPageParams = z.object({ page: v4.page.page });
export const PersonalSnippetPageParams = z.object({ id: v4.id() });
