import { Module } from '@nestjs/common';
import { IdentityCoreModule } from '../core.module.js';
import { IdentityStoresModule } from '../stores.module.js';
import { MainEmail } from './main-email.js';

@Module({ imports: [IdentityCoreModule, IdentityStoresModule], providers: [MainEmail], exports: [MainEmail] })
export class MainEmailModule {}
