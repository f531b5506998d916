import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext, type Server as TlsServer } from 'node:tls';
import { ConfigurationError, defineSettings } from '@hearth/config';
import { z } from 'zod';
import { orConfigurationError } from './keyring-settings.js';
import { LOOK_EVERY_MS, WatchedFile, type ReportProblem } from './watched-file.js';

const settings = defineSettings('TLS between processes', {
  HEARTH_TLS_CERT_FILE: z
    .string()
    .optional()
    .describe(
      'PEM file of the certificate of this process, with those that lead to its authority: the internal listener then speaks TLS only, and so does the routed one of a process that only the gateway reaches',
    ),
  HEARTH_TLS_KEY_FILE: z.string().optional().describe('PEM file of the key of HEARTH_TLS_CERT_FILE'),
  HEARTH_TLS_CA_FILE: z
    .string()
    .optional()
    .describe(
      "PEM file of the authorities that the certificates of other processes are checked against, instead of Node's own list",
    ),
});

/** A certificate and its key, in PEM. */
export interface TlsCertificate {
  readonly cert: string;
  readonly key: string;
}

/**
 * TLS between processes: the certificate of this process's listeners, and the authorities that it trusts when it calls other processes. Both are
 * reloaded from their files while it runs.
 */
export class ProcessTls {
  private readonly servers: TlsServer[] = [];
  private timer: NodeJS.Timeout | undefined;

  private constructor(
    private readonly certificateFile: WatchedFile<TlsCertificate> | undefined,
    private readonly authoritiesFile: WatchedFile<string> | undefined,
  ) {}

  /**
   * Reads the files that the environment names for the first time.
   * @param report called for files that have become unusable
   * @throws ConfigurationError when one cannot be used
   */
  static async load(report: ReportProblem, environment?: NodeJS.ProcessEnv): Promise<ProcessTls> {
    const given = settings.read(environment);
    const { HEARTH_TLS_CERT_FILE: cert, HEARTH_TLS_KEY_FILE: key, HEARTH_TLS_CA_FILE: ca } = given;
    if ((cert === undefined) !== (key === undefined))
      throw new ConfigurationError(
        'HEARTH_TLS_CERT_FILE and HEARTH_TLS_KEY_FILE need each other: set both or neither.',
      );
    return new ProcessTls(
      cert && key
        ? await orConfigurationError('HEARTH_TLS_CERT_FILE', cert, () => openCertificate(cert, key, report))
        : undefined,
      ca
        ? await orConfigurationError('HEARTH_TLS_CA_FILE', ca, () => WatchedFile.open(ca, parseAuthorities, report))
        : undefined,
    );
  }

  /** No certificate, and Node's own authorities. */
  static none(): ProcessTls {
    return new ProcessTls(undefined, undefined);
  }

  /** The certificate to listen with; undefined for plain HTTP. */
  get certificate(): TlsCertificate | undefined {
    return this.certificateFile?.value;
  }

  /** The trusted authorities in PEM; undefined for Node's own. */
  get authorities(): string | undefined {
    return this.authoritiesFile?.value;
  }

  /** The file of the trusted authorities, for programs that read it themselves; undefined for their own list. */
  get authoritiesPath(): string | undefined {
    return this.authoritiesFile?.path;
  }

  /** Gives each renewed certificate to a server that was created with the present one. Open connections keep theirs. */
  renew(server: TlsServer): void {
    this.servers.push(server);
  }

  /** Starts reading the files again every five seconds. */
  watch(): void {
    this.timer ??= setInterval(() => void this.look(), LOOK_EVERY_MS).unref();
  }

  stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  /** Reads the files again. Never throws. */
  async look(): Promise<void> {
    const before = this.certificate;
    await Promise.all([this.certificateFile?.look(), this.authoritiesFile?.look()]);
    const { certificate } = this;
    if (certificate && certificate !== before) for (const server of this.servers) server.setSecureContext(certificate);
  }
}

/** Opens a certificate with its key. While only one of the two files has been replaced, they do not match, and the former pair stays. */
function openCertificate(certFile: string, keyFile: string, report: ReportProblem) {
  const parse = async (cert: string): Promise<TlsCertificate> => {
    const certificate = { cert, key: await readFile(keyFile, 'utf8') };
    try {
      createSecureContext(certificate);
    } catch {
      throw new Error(`it is not a PEM certificate that fits the key in ${keyFile}`);
    }
    return certificate;
  };
  return WatchedFile.open(certFile, parse, report);
}

function parseAuthorities(text: string): string {
  try {
    void new X509Certificate(text);
  } catch {
    throw new Error('it is not a PEM certificate');
  }
  return text;
}
