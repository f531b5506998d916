import { Module } from '@nestjs/common';
import { ProjectsCoreModule } from '../core.module.js';
import { ProjectsStoresModule } from '../stores.module.js';
import { FindByRunnersToken } from './find.js';
import { ShowRunnersToken } from './show.js';

@Module({
  imports: [ProjectsCoreModule, ProjectsStoresModule],
  providers: [ShowRunnersToken, FindByRunnersToken],
  exports: [ShowRunnersToken, FindByRunnersToken],
})
export class RunnersTokensModule {}
