import { Module } from '@nestjs/common';
import { RepositoryCoreModule } from '../core.module.js';
import { GitModule } from '../git/git.module.js';
import { StoragesModule } from '../storages/storages.module.js';
import { RepositoryStoresModule } from '../stores.module.js';
import { MeasureStatistics } from './measure.js';
import { RequestMeasurement } from './request-measurement.js';

@Module({
  imports: [RepositoryCoreModule, RepositoryStoresModule, GitModule, StoragesModule],
  providers: [MeasureStatistics, RequestMeasurement],
  exports: [RequestMeasurement, MeasureStatistics],
})
export class StatisticsModule {}
