import { Module } from '@nestjs/common';
import { RepositoryCoreModule } from '../core.module.js';
import { GitModule } from '../git/git.module.js';
import { RepositoriesModule } from '../repositories/repositories.module.js';
import { BlobsController } from './blobs.controller.js';
import { BlobsFacts } from './blobs.facts.js';

@Module({
  imports: [RepositoryCoreModule, GitModule, RepositoriesModule],
  controllers: [BlobsController],
  providers: [BlobsFacts],
})
export class BlobsModule {}
