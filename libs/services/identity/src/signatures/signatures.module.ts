import { Module } from '@nestjs/common';
import { IdentityCoreModule } from '../core.module.js';
import { IdentityStoresModule } from '../stores.module.js';
import { GpgSignatures } from './gpg-signatures.js';
import { SignatureFacts } from './signature.facts.js';

@Module({
  imports: [IdentityCoreModule, IdentityStoresModule],
  providers: [GpgSignatures, SignatureFacts],
  exports: [SignatureFacts],
})
export class SignaturesModule {}
