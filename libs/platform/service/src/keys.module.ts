import { Global, Module, type DynamicModule } from '@nestjs/common';
import { Signer, Verifier, loadSigningKey, loadVerifyKeys } from '@hearth/secrets';

/** Gives the process its signature and the means to check others'. */
@Global()
@Module({})
export class KeysModule {
  /** @param files paths of the signing key and of the public keys */
  static async load(files: { signingKey: string; verifyKeys: string }): Promise<DynamicModule> {
    const [signingKey, verifyKeys] = await Promise.all([
      loadSigningKey(files.signingKey),
      loadVerifyKeys(files.verifyKeys),
    ]);
    return KeysModule.of(new Signer(signingKey), new Verifier(verifyKeys));
  }

  static of(signer: Signer, verifier: Verifier): DynamicModule {
    return {
      module: KeysModule,
      providers: [
        { provide: Signer, useValue: signer },
        { provide: Verifier, useValue: verifier },
      ],
      exports: [Signer, Verifier],
    };
  }
}
