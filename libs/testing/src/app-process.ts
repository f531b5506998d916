import { spawn, type ChildProcess } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { freePort } from '@hearth/data/testing';
import { request } from 'undici';
import { waitFor } from './wait-for.js';

const APPS = path.resolve(import.meta.dirname, '../../../apps');
const START_MS = 60_000;

/** End of a process: its status or signal, and its output. */
export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Kept from the environment of the spec: where programs are, and the compiled code of modules. */
const INHERITED = ['PATH', 'NODE_COMPILE_CACHE'];

/** A compiled program of an app in a child process, whose environment is the given one, PATH and Node's compile cache. */
export class AppProcess {
  private stdout = '';
  private stderr = '';
  private readonly ended: Promise<Ended>;

  private constructor(
    private readonly child: ChildProcess,
    private readonly environment: NodeJS.ProcessEnv,
  ) {
    child.stdout!.setEncoding('utf8').on('data', (text: string) => (this.stdout += text));
    child.stderr!.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
    this.ended = new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (status) => resolve({ status, stdout: this.stdout, stderr: this.stderr }));
    });
  }

  /** @param program the file's name without `.js` and its arguments: `migrate`, `dead-letters list` */
  static start(app: string, environment: NodeJS.ProcessEnv, program = 'main'): AppProcess {
    const [name, ...args] = program.split(' ');
    const file = path.join(APPS, app, 'dist', `${name}.js`);
    const child = spawn(process.execPath, [file, ...args], {
      env: { ...Object.fromEntries(INHERITED.map((name) => [name, process.env[name]])), ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return new AppProcess(child, environment);
  }

  /** Runs a program that ends by itself. */
  static run(app: string, environment: NodeJS.ProcessEnv, program = 'main'): Promise<Ended> {
    return AppProcess.start(app, environment, program).ended;
  }

  /** Address of its listener for users. */
  get url(): string {
    return `http://${this.environment['HEARTH_ROUTED']}`;
  }

  /** The lines of its log so far. */
  get log(): Record<string, unknown>[] {
    const whole = this.stdout.slice(0, this.stdout.lastIndexOf('\n') + 1);
    return whole
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  /**
   * Waits until it is ready.
   * @throws with its output when it ends before, or is late
   */
  async ready(): Promise<void> {
    try {
      await waitFor('the process to be ready', () => this.child.exitCode !== null || this.answersReady(), {
        timeoutMs: START_MS,
      });
    } catch (error) {
      throw new Error(`${(error as Error).message}\n${this.stdout}${this.stderr}`, { cause: error });
    }
    if (this.child.exitCode !== null) throw new Error(`it ended\n${this.stdout}${this.stderr}`);
  }

  /** Stops it; may be called again. */
  stop(): Promise<Ended> {
    this.child.kill('SIGTERM');
    return this.ended;
  }

  private async answersReady(): Promise<boolean> {
    const { statusCode, body } = await request(`http://${this.environment['HEARTH_INTERNAL']}/health/ready`);
    await body.dump();
    return statusCode === 200;
  }
}

/**
 * Creates the environment that every process needs: listeners on free ports and keys.
 * @param folder for the files of keys
 * @param service the owner of the signing key
 */
export async function processEnvironment(folder: string, service: string): Promise<Record<string, string>> {
  const ports = new Set<number>();
  ports.add(await freePort(ports));
  ports.add(await freePort(ports));
  const [routed, internal] = [...ports];
  const { privateKey, publicKey } = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const kid = `${service}-1`;
  const files = { signing: path.join(folder, `${service}.json`), verify: path.join(folder, `${service}.keys.json`) };
  await writeFile(files.signing, JSON.stringify({ kid, service, privateKey }), { mode: 0o600 });
  await writeFile(files.verify, JSON.stringify([{ kid, service, publicKey }]));
  return {
    HEARTH_ROUTED: `127.0.0.1:${routed}`,
    HEARTH_INTERNAL: `127.0.0.1:${internal}`,
    HEARTH_SIGNING_KEY: files.signing,
    HEARTH_VERIFY_KEYS: files.verify,
  };
}
