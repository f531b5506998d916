import { Module } from '@nestjs/common';
import { IdentityCoreModule } from '../core.module.js';
import { IdentityPagesModule } from '../pages/pages.module.js';
import { IdentityStoresModule } from '../stores.module.js';
import { ApplicationFacts } from './application.facts.js';
import { ApplicationsController } from './applications.controller.js';
import { DeleteApplication } from './delete.js';
import { RegisterApplication } from './register.js';
import { UpdateApplication } from './update.js';

@Module({
  imports: [IdentityCoreModule, IdentityStoresModule, IdentityPagesModule],
  controllers: [ApplicationsController],
  providers: [ApplicationFacts, RegisterApplication, UpdateApplication, DeleteApplication],
  exports: [ApplicationFacts],
})
export class ApplicationsModule {}
