import { Module } from '@nestjs/common';
import { CiCoreModule } from '../core.module.js';
import { CiStoresModule } from '../stores.module.js';
import { AdvancePipeline } from './advance.js';

@Module({ imports: [CiCoreModule, CiStoresModule], providers: [AdvancePipeline], exports: [AdvancePipeline] })
export class AdvanceModule {}
