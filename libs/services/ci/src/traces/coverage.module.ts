import { Module } from '@nestjs/common';
import { ConfigurationModule } from '../configuration/configuration.module.js';
import { CiCoreModule } from '../core.module.js';
import { CiStoresModule } from '../stores.module.js';
import { CoverageFacts } from './coverage.facts.js';

@Module({
  imports: [CiCoreModule, CiStoresModule, ConfigurationModule],
  providers: [CoverageFacts],
  exports: [CoverageFacts],
})
export class CoverageModule {}
