import { Module } from '@nestjs/common';
import { IdentityCoreModule } from '../core.module.js';
import { IdentityStoresModule } from '../stores.module.js';
import { RecordTokenUse } from './record-use.js';

@Module({ imports: [IdentityCoreModule, IdentityStoresModule], providers: [RecordTokenUse], exports: [RecordTokenUse] })
export class TokenUseModule {}
