import { Module } from '@nestjs/common';
import { ArtifactStorageModule } from '../artifacts/artifact-storage.module.js';
import { CiCoreModule } from '../core.module.js';
import { CiStoresModule } from '../stores.module.js';
import { ParseTestReport } from './parse.js';
import { TestReportThreads } from './report-threads.js';
import { TestReportFacts } from './test-report.facts.js';
import { TestReportsController } from './test-reports.controller.js';

@Module({
  imports: [CiCoreModule, CiStoresModule, ArtifactStorageModule],
  controllers: [TestReportsController],
  providers: [TestReportFacts, TestReportThreads, ParseTestReport],
  exports: [TestReportFacts],
})
export class TestReportsModule {}
