import { Module } from '@nestjs/common';
import { ProjectsCoreModule } from '../core.module.js';
import { ProjectsStoresModule } from '../stores.module.js';
import { AttachmentFacts } from './attachment.facts.js';
import { AttachmentsController } from './attachments.controller.js';
import { CreateAttachment } from './create.js';
import { DeleteAttachment } from './delete.js';

@Module({
  imports: [ProjectsCoreModule, ProjectsStoresModule],
  controllers: [AttachmentsController],
  providers: [AttachmentFacts, CreateAttachment, DeleteAttachment],
})
export class AttachmentsModule {}
