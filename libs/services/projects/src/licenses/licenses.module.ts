import { Module } from '@nestjs/common';
import { LicenseFacts } from './license.facts.js';
import { LicensesController } from './licenses.controller.js';

@Module({
  controllers: [LicensesController],
  providers: [LicenseFacts],
})
export class LicensesModule {}
