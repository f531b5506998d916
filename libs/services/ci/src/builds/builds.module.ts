import { Module } from '@nestjs/common';
import { CiCoreModule } from '../core.module.js';
import { CiStoresModule } from '../stores.module.js';
import { TracesModule } from '../traces/traces.module.js';
import { BridgesModule } from '../bridges/bridges.module.js';
import { BuildChangesModule } from './build-changes.module.js';
import { BuildsController } from './builds.controller.js';

@Module({
  imports: [CiCoreModule, CiStoresModule, BridgesModule, BuildChangesModule, TracesModule],
  controllers: [BuildsController],
  exports: [BuildChangesModule],
})
export class BuildsModule {}
