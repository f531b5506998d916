import { Module } from '@nestjs/common';
import { CiCoreModule } from '../core.module.js';
import { ConfigurationThreads } from './configuration-threads.js';
import { LintController } from './lint.controller.js';

@Module({
  imports: [CiCoreModule],
  controllers: [LintController],
  providers: [{ provide: ConfigurationThreads, useFactory: () => new ConfigurationThreads() }],
  exports: [ConfigurationThreads],
})
export class ConfigurationModule {}
