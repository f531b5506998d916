import { keyringSource, orConfigurationError, type KeyringSource } from './keyring-settings.js';
import { Keyring } from './keyring.js';
import { parseEncryptionKeys, type EncryptionKey } from './encryption-keys.js';
import { Signer, Verifier } from './signatures.js';
import { isPublished, parseSigningKey, parseVerifyKeys, type SigningKey, type VerifyKeys } from './signing-keys.js';
import { LOOK_EVERY_MS, WatchedFile, type ReportProblem } from './watched-file.js';

/** Shortest interval between two reads caused by unknown key ids, since any client can send tokens with such an id. */
const LOOK_AT_MOST_EVERY_MS = 1_000;

/** Paths of the signing key and the public keys. */
export interface KeyFiles {
  readonly signingKey: string;
  readonly verifyKeys: string;
}

/** Ids of the keys that a process uses now. No secrets. */
export interface KeyIds {
  /** Id of the key that this process signs with. */
  readonly signing: string;
  /** Ids of the accepted public keys. */
  readonly verify: readonly string[];
  /** Ids of its encryption keys, the encrypting one first, and their source: a file's path, `HEARTH_KEYS`, or null. */
  readonly encryption: { readonly from: string | null; readonly ids: readonly string[] };
}

export interface ProcessKeysOptions {
  /** Called for files that have become unusable. */
  readonly report: ReportProblem;
  /** Source of the encryption keys; by default the environment. */
  readonly encryption?: KeyringSource;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
}

interface Watched {
  readonly signingKey: WatchedFile<SigningKey>;
  readonly verifyKeys: WatchedFile<VerifyKeys>;
  readonly encryptionKeys: WatchedFile<readonly EncryptionKey[]> | undefined;
}

/**
 * The keys of this process, reloaded from their files while it runs. Each of the three sets is replaced as a whole, and only by a valid
 * one.
 */
export class ProcessKeys {
  readonly signer: Signer;
  readonly verifier: Verifier;
  readonly keyring: Keyring;
  private looking: Promise<void> | undefined;
  private lookedAt: number;
  private timer: NodeJS.Timeout | undefined;
  private unpublished: string | undefined;

  private constructor(
    private readonly files: Watched,
    private readonly encryption: KeyringSource,
    private readonly report: ReportProblem,
    private readonly now: () => number,
  ) {
    this.signer = new Signer(files.signingKey.value);
    this.verifier = new Verifier(files.verifyKeys.value, () => this.lookForUnknown());
    this.keyring = new Keyring(files.encryptionKeys?.value ?? encryption.keys ?? []);
    this.lookedAt = now();
  }

  /**
   * Reads the files for the first time.
   * @throws ConfigurationError when one cannot be used, or the signing key is not among the public keys
   */
  static async load(files: KeyFiles, options: ProcessKeysOptions): Promise<ProcessKeys> {
    const { report, encryption = keyringSource(), now = () => performance.now() } = options;
    const { file } = encryption;
    const [signingKey, verifyKeys, encryptionKeys] = await Promise.all([
      opened('HEARTH_SIGNING_KEY', files.signingKey, parseSigningKey, report),
      opened('HEARTH_VERIFY_KEYS', files.verifyKeys, parseVerifyKeys, report),
      file === undefined ? undefined : opened('HEARTH_KEYS_FILE', file, parseEncryptionKeys, report),
    ]);
    await orConfigurationError('HEARTH_SIGNING_KEY', files.signingKey, async () => {
      if (!isPublished(signingKey.value, verifyKeys.value)) {
        throw new Error(
          `${files.verifyKeys} (HEARTH_VERIFY_KEYS) does not hold its public half, so its signatures would be refused`,
        );
      }
    });
    return new ProcessKeys({ signingKey, verifyKeys, encryptionKeys }, encryption, report, now);
  }

  /** Starts reading the files again every five seconds. */
  watch(): void {
    this.timer ??= setInterval(() => void this.look(), LOOK_EVERY_MS).unref();
  }

  stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  /** Reads the files again; their keys are in use once this settles. Never throws. */
  look(): Promise<void> {
    this.looking ??= this.lookOnce().finally(() => (this.looking = undefined));
    return this.looking;
  }

  ids(): KeyIds {
    const { file, keys } = this.encryption;
    const from = file ?? (keys ? 'HEARTH_KEYS' : null);
    return { signing: this.signer.kid, verify: this.verifier.kids, encryption: { from, ids: this.keyring.ids } };
  }

  private async lookForUnknown(): Promise<void> {
    if (this.looking || this.now() - this.lookedAt >= LOOK_AT_MOST_EVERY_MS) await this.look();
  }

  private async lookOnce(): Promise<void> {
    const { signingKey, verifyKeys, encryptionKeys } = this.files;
    this.lookedAt = this.now();
    await Promise.all([signingKey.look(), verifyKeys.look(), encryptionKeys?.look()]);
    if (encryptionKeys) this.keyring.use(encryptionKeys.value);
    this.verifier.use(verifyKeys.value);
    this.signWith(signingKey.value, verifyKeys.value);
  }

  /** Switches to a new signing key once its public half is among the accepted keys: otherwise other processes might not accept it yet. */
  private signWith(key: SigningKey, believed: VerifyKeys): void {
    const published = isPublished(key, believed);
    if (published) this.signer.use(key);
    const problem = published ? undefined : `the public half of the signing key "${key.kid}" is not published`;
    if (problem && problem !== this.unpublished) this.report(`${problem}: going on signing with "${this.signer.kid}"`);
    this.unpublished = problem;
  }
}

function opened<T>(
  name: string,
  file: string,
  parse: (text: string) => T | Promise<T>,
  report: ReportProblem,
): Promise<WatchedFile<T>> {
  return orConfigurationError(name, file, () => WatchedFile.open(file, parse, report));
}
