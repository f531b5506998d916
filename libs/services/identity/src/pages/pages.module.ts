import { Module } from '@nestjs/common';
import { AssetsController } from '@hearth/pages';
import { IdentityCoreModule } from '../core.module.js';
import { HomeController } from './home.controller.js';
import { PageRenderer } from './page-renderer.js';
import { ServicePageController } from './service-page.controller.js';

@Module({
  imports: [IdentityCoreModule],
  controllers: [HomeController, AssetsController, ServicePageController],
  providers: [PageRenderer],
  exports: [PageRenderer],
})
export class IdentityPagesModule {}
