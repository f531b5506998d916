import { v4 } from '@hearth/http';
import { z } from 'zod';

export const AttachmentsParams = z.object({ id: v4.project() });
export const ListAttachmentsParams = z.object({ id: v4.project(), ...v4.page });
export const AttachmentParams = z.object({ id: v4.project(), upload_id: v4.id().describe('Id of the file') });
export const AttachmentFileParams = z.object({
  id: v4.project(),
  secret: v4.text().describe('Secret part of the address of the file'),
  filename: v4.text().describe('Name of the file'),
});
