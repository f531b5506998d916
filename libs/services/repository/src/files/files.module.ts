import { Module } from '@nestjs/common';
import { CommitsModule } from '../commits/commits.module.js';
import { RepositoryCoreModule } from '../core.module.js';
import { GitModule } from '../git/git.module.js';
import { RepositoryPagesModule } from '../pages/pages.module.js';
import { RepositoriesModule } from '../repositories/repositories.module.js';
import { BlamePagesController } from './blame-pages.controller.js';
import { ChangeFile } from './change.js';
import { FilePagesController } from './file-pages.controller.js';
import { FilePagesFacts } from './file-pages.facts.js';
import { FileWritesController } from './file-writes.controller.js';
import { FilesController } from './files.controller.js';
import { FilesFacts } from './files.facts.js';

@Module({
  imports: [RepositoryCoreModule, CommitsModule, GitModule, RepositoriesModule, RepositoryPagesModule],
  controllers: [FilesController, FileWritesController, FilePagesController, BlamePagesController],
  providers: [FilesFacts, FilePagesFacts, ChangeFile],
  exports: [FilesFacts, FilePagesFacts, ChangeFile],
})
export class FilesModule {}
