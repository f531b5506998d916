import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Files of a certificate and its key. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** Creates certificates for a spec with openssl: an authority and the certificates that it signs. */
export class Certificates {
  private constructor(
    private readonly folder: string,
    /** PEM file of the authority's certificate. */
    readonly authority: string,
  ) {}

  static async make(): Promise<Certificates> {
    const folder = await mkdtemp(path.join(tmpdir(), 'hearth-certificates-'));
    const certificates = new Certificates(folder, path.join(folder, 'ca.pem'));
    await certificates.openssl('req', '-x509', ...NEW_KEY, '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=ca');
    return certificates;
  }

  /** Signs a certificate for 127.0.0.1 under a name. */
  async sign(name: string): Promise<Certificate> {
    const [request, extensions, cert, key] = ['csr', 'ext', 'pem', 'key'].map((kind) => `${name}.${kind}`) as [
      string,
      string,
      string,
      string,
    ];
    await writeFile(path.join(this.folder, extensions), 'subjectAltName=IP:127.0.0.1\n');
    await this.openssl('req', ...NEW_KEY, '-keyout', key, '-out', request, '-subj', `/CN=${name}`);
    const signing = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', extensions];
    await this.openssl('x509', '-req', '-in', request, ...signing, '-out', cert, '-days', '2');
    return { cert: path.join(this.folder, cert), key: path.join(this.folder, key) };
  }

  /** Writes key and certificate into one file, as Kafka reads a PEM key store. */
  async keyStore({ cert, key }: Certificate): Promise<string> {
    const file = `${cert}.store`;
    await writeFile(file, `${await readFile(key, 'utf8')}${await readFile(cert, 'utf8')}`);
    return file;
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  private async openssl(...args: string[]): Promise<void> {
    await run('openssl', args, { cwd: this.folder });
  }
}

const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
