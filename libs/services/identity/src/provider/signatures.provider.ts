import { Controller } from '@nestjs/common';
import { Answers } from '@hearth/calls';
import type { InputOf, OutputOf } from '@hearth/contract-kit';
import { VerifySignatureQuery } from '@hearth/identity-contracts';
import { SignatureFacts } from '../signatures/signature.facts.js';

/** Answers whether signatures are those of users. */
@Controller()
export class SignaturesProvider {
  constructor(private readonly signatureFacts: SignatureFacts) {}

  @Answers(VerifySignatureQuery)
  verify(asked: InputOf<typeof VerifySignatureQuery>): Promise<OutputOf<typeof VerifySignatureQuery>> {
    return this.signatureFacts.verify(asked);
  }
}
