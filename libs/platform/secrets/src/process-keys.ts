import { keyringSource, orConfigurationError, type KeyringSource } from './keyring-settings.js';
import { Keyring } from './keyring.js';
import { parseRingKeys, type RingKey } from './ring-keys.js';
import { Signer, Verifier } from './signatures.js';
import { isPublished, parseSigningKey, parseVerifyKeys, type SigningKey, type VerifyKeys } from './signing-keys.js';
import { WatchedFile, type ReportProblem } from './watched-file.js';

/** How often files are read again: how long a new key takes to arrive where nothing asks for it. */
const LOOK_EVERY_MS = 5_000;
/** A statement with an unknown key makes the files be read at once, but no more often than this: anybody can send such statements. */
const LOOK_AT_MOST_EVERY_MS = 1_000;

/** Paths of the files that a process' signing keys come from. */
export interface KeyFiles {
  readonly signingKey: string;
  readonly verifyKeys: string;
}

/** Ids of the keys that a process uses now. No secrets. */
export interface KeyIds {
  /** The key that this process signs with. */
  readonly signing: string;
  /** The keys whose statements it believes. */
  readonly verify: readonly string[];
  /** Its encryption keys, the writing one first, and where they come from: a file's path, `HEARTH_KEYS`, or nowhere. */
  readonly encryption: { readonly from: string | null; readonly ids: readonly string[] };
}

export interface ProcessKeysOptions {
  /** Told of files that have become unusable. */
  readonly report: ReportProblem;
  /** The environment unless given. */
  readonly encryption?: KeyringSource;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
}

interface Watched {
  readonly signingKey: WatchedFile<SigningKey>;
  readonly verifyKeys: WatchedFile<VerifyKeys>;
  readonly encryptionKeys: WatchedFile<readonly RingKey[]> | undefined;
}

/**
 * The keys of this process, kept equal to the files they come from while it runs.
 * Each of the three sets is replaced as a whole, and only by one that can be used.
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
   * @throws ConfigurationError with one sentence, when one cannot be used or nobody would believe this process
   */
  static async load(files: KeyFiles, options: ProcessKeysOptions): Promise<ProcessKeys> {
    const { report, encryption = keyringSource(), now = () => performance.now() } = options;
    const { file } = encryption;
    const [signingKey, verifyKeys, encryptionKeys] = await Promise.all([
      opened('HEARTH_SIGNING_KEY', files.signingKey, parseSigningKey, report),
      opened('HEARTH_VERIFY_KEYS', files.verifyKeys, parseVerifyKeys, report),
      file === undefined ? undefined : opened('HEARTH_KEYS_FILE', file, parseRingKeys, report),
    ]);
    await orConfigurationError('HEARTH_SIGNING_KEY', files.signingKey, async () => {
      if (!isPublished(signingKey.value, verifyKeys.value)) {
        throw new Error(
          `${files.verifyKeys} (HEARTH_VERIFY_KEYS) does not hold its public half, so nobody would believe it`,
        );
      }
    });
    return new ProcessKeys({ signingKey, verifyKeys, encryptionKeys }, encryption, report, now);
  }

  /** Begins to read the files again every five seconds. */
  watch(): void {
    this.timer ??= setInterval(() => void this.look(), LOOK_EVERY_MS).unref();
  }

  stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  /** What the files say is in use when this settles. Never throws. */
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

  /** A new key signs only once its public half is known here: else nobody might believe it yet. */
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
