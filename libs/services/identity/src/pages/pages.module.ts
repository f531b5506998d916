import { Module } from '@nestjs/common';
import { AssetsController } from '@hearth/pages';
import { IdentityCoreModule } from '../core.module.js';
import { HomeController } from './home.controller.js';
import { PageRenderer } from './page-renderer.js';

@Module({
  imports: [IdentityCoreModule],
  controllers: [HomeController, AssetsController],
  providers: [PageRenderer],
  exports: [PageRenderer],
})
export class IdentityPagesModule {}
