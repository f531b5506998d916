import { Stream, imageType } from '@hearth/http';
import { z } from 'zod';
import type { ProjectId } from '@hearth/contract-kit';
import { altOf } from './attachment.rules.js';
import type { Attachment, AttachmentContent, AttachmentRecord } from './attachments.store.js';

export const CreatedAttachmentView = z.strictObject({
  id: z.int(),
  alt: z.string().describe('Alternative text of a picture, or the name of the file'),
  url: z.string().describe('Path of the file below the address of the project'),
  full_path: z.string().describe('Path of the file at this host'),
  markdown: z.string().describe('Link for a description or a comment'),
});
export type CreatedAttachmentView = z.output<typeof CreatedAttachmentView>;

export const AttachmentView = z.strictObject({
  id: z.int(),
  size: z.int().describe('In bytes'),
  filename: z.string().describe('Name of the file'),
  created_at: z.iso.datetime(),
  uploaded_by: z
    .strictObject({ id: z.int(), name: z.string(), username: z.string() })
    .nullable()
    .describe('User who attached the file; null when the user was deleted'),
});
export type AttachmentView = z.output<typeof AttachmentView>;

export function presentCreatedAttachment(
  projectId: ProjectId,
  { id, secret, fileName }: Attachment,
): CreatedAttachmentView {
  const url = `/uploads/${secret}/${fileName}`;
  const alt = altOf(fileName);
  const link = `[${alt}](${url})`;
  const full_path = `/-/project/${projectId}${url}`;
  return { id, alt, url, full_path, markdown: imageType(fileName) === undefined ? link : `!${link}` };
}

export function presentAttachment(attachment: AttachmentRecord): AttachmentView {
  const { id, size, fileName, createdAt, uploadedBy } = attachment;
  return { id, size, filename: fileName, created_at: createdAt.toISOString(), uploaded_by: uploadedBy };
}

/** Returns the file for download; browsers display pictures. */
export function presentAttachmentFile({ fileName, secret, content }: AttachmentContent): Stream {
  const picture = imageType(fileName);
  return new Stream(content, {
    type: picture ?? 'application/octet-stream',
    length: content.length,
    etag: secret,
    disposition: `${picture === undefined ? 'attachment' : 'inline'}; filename*=UTF-8''${encodeURIComponent(fileName)}`,
  });
}
