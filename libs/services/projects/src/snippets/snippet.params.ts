import { VISIBILITIES } from '@hearth/contract-kit';
import { atLeastOneOf, v4 } from '@hearth/http';
import { z } from 'zod';
import type { SnippetColumns } from './snippet.rules.js';

/** Bytes of a request with a snippet. */
export const SNIPPET_BODY = 8 * 1024 * 1024;

const title = v4.text({ most: 4096 });
const fileName = v4.text({ most: 4096 });
const description = v4.text({ most: SNIPPET_BODY }).nullable().optional();
const content = v4.text({ most: SNIPPET_BODY });
const visibility = v4.oneOf(VISIBILITIES);

export const ProjectSnippetsParams = z.object({ id: v4.project(), ...v4.page });
export const ProjectSnippetParams = z.object({ id: v4.project(), snippet_id: v4.id() });
export const CreateProjectSnippetParams = z
  .object({
    id: v4.project(),
    title,
    file_name: fileName,
    /** Later releases of the API call it `content`. */
    code: content.optional(),
    content: content.optional(),
    visibility,
    description,
  })
  .superRefine(
    ({ code, content: text }, { issues }) => {
      if (code !== undefined || text !== undefined || issues.some(({ path }) => path?.[0] === 'code')) return;
      const missing = { code: 'custom' as const, message: 'is missing', path: ['code'], input: undefined };
      // Errors are reported in the order of declaration.
      const later = issues.findIndex(({ path }) => path?.[0] === 'visibility');
      issues.splice(later < 0 ? issues.length : later, 0, missing);
    },
    { when: () => true },
  );

const changes = {
  title: v4.optional(title),
  file_name: fileName.optional(),
  description,
  visibility: v4.optional(visibility),
  content: content.optional(),
};
export const UpdateProjectSnippetParams = atLeastOneOf(
  ProjectSnippetParams.extend({ ...changes, code: content.optional() }),
  ...(['title', 'file_name', 'description', 'code', 'content', 'visibility'] as const),
);

export const PersonalSnippetsParams = z.object(v4.page);
export const PersonalSnippetParams = z.object({ id: v4.id() });
export const CreatePersonalSnippetParams = z.object({
  title,
  file_name: fileName,
  content,
  description,
  visibility: v4.optional(visibility),
});
export const UpdatePersonalSnippetParams = atLeastOneOf(
  PersonalSnippetParams.extend(changes),
  ...(['title', 'file_name', 'description', 'content', 'visibility'] as const),
);

/** Converts the parameters to changes; undefined values stay. */
export function snippetChanges(
  params: z.output<typeof UpdateProjectSnippetParams> | z.output<typeof UpdatePersonalSnippetParams>,
): { readonly [Column in keyof SnippetColumns]?: SnippetColumns[Column] | undefined } {
  const { title: name, file_name, description: text, content: body, visibility: seenBy } = params;
  const code = 'code' in params ? params.code : undefined;
  return { title: name, fileName: file_name, description: text, content: body ?? code, visibility: seenBy };
}
