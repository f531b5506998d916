import { Readable } from 'node:stream';
import { UserBasicView, presentUserBasic } from '@hearth/identity-contracts';
import { Stream } from '@hearth/http';
import { z } from 'zod';
import type { SnippetRecord } from './snippets.store.js';

export const SnippetView = z.strictObject({
  id: z.int(),
  title: z.string(),
  file_name: z.string(),
  description: z.string().nullable(),
  author: UserBasicView,
  updated_at: z.iso.datetime(),
  created_at: z.iso.datetime(),
  web_url: z.string(),
});
export type SnippetView = z.output<typeof SnippetView>;

export const PersonalSnippetView = SnippetView.extend({ raw_url: z.string() });
export type PersonalSnippetView = z.output<typeof PersonalSnippetView>;

/** Personal snippet, or snippet of a project. */
export const AnySnippetView = SnippetView.extend({
  project_id: z.int().nullable().describe('Id of the project; null for a personal snippet'),
});
export type AnySnippetView = z.output<typeof AnySnippetView>;

/** @param baseUrl scheme, host and port that the client used */
export function presentSnippet(snippet: SnippetRecord, baseUrl: string): SnippetView {
  const { id, title, fileName, description, author, createdAt, updatedAt, projectPath } = snippet;
  return {
    id,
    title,
    file_name: fileName,
    description,
    author: presentUserBasic(author, baseUrl),
    updated_at: updatedAt.toISOString(),
    created_at: createdAt.toISOString(),
    web_url: `${baseUrl}${projectPath === null ? '' : `/${projectPath}`}/snippets/${id}`,
  };
}

/** @param baseUrl scheme, host and port that the client used */
export function presentPersonalSnippet(snippet: SnippetRecord, baseUrl: string): PersonalSnippetView {
  const view = presentSnippet(snippet, baseUrl);
  return { ...view, raw_url: `${view.web_url}/raw` };
}

/** @param baseUrl scheme, host and port that the client used */
export function presentAnySnippet(snippet: SnippetRecord, baseUrl: string): AnySnippetView {
  return { ...presentSnippet(snippet, baseUrl), project_id: snippet.projectId };
}

/** The content as a file to display, never as a page of this site. */
export function rawSnippet({ fileName }: SnippetRecord, content: string, type = 'text/plain'): Stream {
  const bytes = Buffer.from(content);
  const disposition = `inline; filename*=UTF-8''${encodeURIComponent(fileName || 'snippet.txt')}`;
  return new Stream(Readable.from([bytes]), { type, length: bytes.length, disposition });
}
