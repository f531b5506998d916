import { byteSize, defineSettings } from '@hearth/config';

const settings = defineSettings(
  'Attachments',
  {
    HEARTH_ATTACHMENT_LIMIT: byteSize()
      .prefault('10MiB')
      .describe('The largest file that a description or a comment can have, 100MiB at most'),
    HEARTH_ATTACHMENTS_LIMIT: byteSize()
      .prefault('1GiB')
      .describe('The most that all attachments of a project may have'),
  },
  { readBy: ['ProjectsModule'] },
);

/** In bytes. */
export interface AttachmentLimits {
  readonly file: number;
  readonly project: number;
}

export function attachmentLimits(): AttachmentLimits {
  const { HEARTH_ATTACHMENT_LIMIT: file, HEARTH_ATTACHMENTS_LIMIT: project } = settings.read();
  return { file: Math.min(file, 100 * 1024 * 1024), project };
}
