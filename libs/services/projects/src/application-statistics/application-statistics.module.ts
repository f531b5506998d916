import { Module } from '@nestjs/common';
import { ProjectsCoreModule } from '../core.module.js';
import { ProjectsStoresModule } from '../stores.module.js';
import { ApplicationStatisticsController } from './application-statistics.controller.js';
import { ApplicationStatisticsFacts } from './application-statistics.facts.js';

@Module({
  imports: [ProjectsCoreModule, ProjectsStoresModule],
  controllers: [ApplicationStatisticsController],
  providers: [ApplicationStatisticsFacts],
  exports: [ApplicationStatisticsFacts],
})
export class ApplicationStatisticsModule {}
