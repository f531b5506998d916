import {
  Global,
  Inject,
  Logger,
  Module,
  type DynamicModule,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { ConfigurationError } from '@hearth/config';
import type { ServiceSchema } from '@hearth/data';
import { Keyring, ProcessKeys, ProcessTls, Signer, Verifier, type KeyFiles } from '@hearth/secrets';

/** Provides the signing key of the process, the public keys of all services, the encryption keys, and TLS. */
@Global()
@Module({})
export class KeysModule implements OnModuleInit, OnApplicationShutdown {
  private static readonly logger = new Logger('keys');

  constructor(
    private readonly modules: ModulesContainer,
    private readonly keyring: Keyring,
    @Inject(ProcessKeys) private readonly processKeys: ProcessKeys | null,
    private readonly tls: ProcessTls,
  ) {}

  /**
   * Loads keys that follow their files while the process runs; HEARTH_KEYS_FILE or HEARTH_KEYS name the encryption keys.
   * @param files paths of the signing key and of the public keys
   * @param tls the certificates of the process
   * @throws ConfigurationError for an unusable file
   */
  static async load(files: KeyFiles, tls: ProcessTls): Promise<DynamicModule> {
    const report = (problem: string) => KeysModule.logger.warn(problem);
    const keys = await ProcessKeys.load(files, { report });
    keys.watch();
    tls.watch();
    return keysModule(keys, keys, tls);
  }

  /** Provides fixed keys, for specs. */
  static of(signer: Signer, verifier: Verifier, keyring = new Keyring()): DynamicModule {
    return keysModule({ signer, verifier, keyring }, null, ProcessTls.none());
  }

  /** @throws ConfigurationError when a service of this process stores encrypted values and there is no key */
  onModuleInit(): void {
    if (this.keyring.ids.length > 0) return;
    const schemas = [...this.modules.values()].map(({ metatype }) => (metatype as { schema?: ServiceSchema }).schema);
    const needing = schemas.find((schema) => (schema?.encrypted ?? []).length > 0);
    if (needing) {
      throw new ConfigurationError(
        `HEARTH_KEYS_FILE is not set: ${needing.service} keeps secrets encrypted and needs a file with keys for them.`,
      );
    }
  }

  onApplicationShutdown(): void {
    this.processKeys?.stop();
    this.tls.stop();
  }
}

function keysModule(
  { signer, verifier, keyring }: Pick<ProcessKeys, 'signer' | 'verifier' | 'keyring'>,
  processKeys: ProcessKeys | null,
  tls: ProcessTls,
): DynamicModule {
  return {
    module: KeysModule,
    providers: [
      { provide: Signer, useValue: signer },
      { provide: Verifier, useValue: verifier },
      { provide: Keyring, useValue: keyring },
      { provide: ProcessKeys, useValue: processKeys },
      { provide: ProcessTls, useValue: tls },
    ],
    exports: [Signer, Verifier, Keyring, ProcessKeys, ProcessTls],
  };
}
