import { Module } from '@nestjs/common';
import { ProjectsCoreModule } from '../core.module.js';
import { ProjectsStoresModule } from '../stores.module.js';
import { RequestImport } from './request.js';

@Module({
  imports: [ProjectsCoreModule, ProjectsStoresModule],
  providers: [RequestImport],
  exports: [RequestImport],
})
export class ImportsModule {}
