import { Module } from '@nestjs/common';
import { FilesModule } from '../files/files.module.js';
import { RepositoryPagesModule } from '../pages/pages.module.js';
import { FileEditPagesController } from './file-edit-pages.controller.js';

@Module({
  imports: [FilesModule, RepositoryPagesModule],
  controllers: [FileEditPagesController],
})
export class FileEditsModule {}
