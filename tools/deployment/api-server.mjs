import { spawn } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../hearth/ports.mjs';

const START_MS = 120_000;
const POLL_MS = 250;

/** A kube-apiserver with an etcd, on this machine, for dry runs: nothing is scheduled, since nothing else of Kubernetes runs. */
export class ApiServer {
  #folder = mkdtempSync(path.join(os.tmpdir(), 'hearth-kubernetes-'));
  #token = randomBytes(16).toString('hex');
  #children = [];
  #port;

  /** @param {string} programs the folder of both @throws an Error with its last lines when it is not ready in time */
  static async start(programs) {
    const server = new ApiServer();
    try {
      await server.#start(programs);
      return server;
    } catch (error) {
      await server.stop();
      throw error;
    }
  }

  async #start(programs) {
    const [clients, peers] = [await freePort(), await freePort()].map((port) => `http://127.0.0.1:${port}`);
    this.#port = await freePort();
    const inside = (name) => path.join(this.#folder, name);
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    writeFileSync(inside('sa.key'), privateKey.export({ type: 'pkcs1', format: 'pem' }), { mode: 0o600 });
    writeFileSync(inside('sa.pub'), publicKey.export({ type: 'spki', format: 'pem' }));
    writeFileSync(inside('tokens.csv'), `${this.#token},admin,1,"system:masters"\n`, { mode: 0o600 });
    this.#run(path.join(programs, 'etcd'), [
      `--data-dir=${inside('etcd')}`,
      `--listen-client-urls=${clients}`,
      `--advertise-client-urls=${clients}`,
      `--listen-peer-urls=${peers}`,
      `--initial-advertise-peer-urls=${peers}`,
      `--initial-cluster=default=${peers}`,
    ]);
    const server = this.#run(path.join(programs, 'kube-apiserver'), [
      `--etcd-servers=${clients}`,
      `--cert-dir=${inside('certificates')}`,
      '--bind-address=127.0.0.1',
      `--secure-port=${this.#port}`,
      '--service-account-issuer=https://kubernetes',
      `--service-account-key-file=${inside('sa.pub')}`,
      `--service-account-signing-key-file=${inside('sa.key')}`,
      `--token-auth-file=${inside('tokens.csv')}`,
      '--authorization-mode=RBAC',
      '--service-cluster-ip-range=10.99.0.0/24',
      // The accounts that this plugin requires are never created.
      '--disable-admission-plugins=ServiceAccount',
    ]);
    await this.#untilReady(server);
  }

  #run(program, args) {
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    const started = { child, output: '', exited: once(child, 'exit') };
    child.stderr.setEncoding('utf8').on('data', (text) => (started.output = (started.output + text).slice(-4_000)));
    this.#children.push(started);
    return started;
  }

  async #untilReady(server) {
    for (const deadline = Date.now() + START_MS; ; await delay(POLL_MS)) {
      const answer = await this.request('GET', '/readyz').catch(() => undefined);
      if (answer?.status === 200) return;
      if (server.child.exitCode !== null || Date.now() > deadline)
        throw new Error(`kube-apiserver is not ready:\n${server.output}`);
    }
  }

  /** Sends a request as an administrator. @returns {Promise<{ status: number, text: string }>} */
  request(method, place, body, type = 'application/json') {
    const headers = { authorization: `Bearer ${this.#token}`, ...(body && { 'content-type': type }) };
    // It makes its certificate itself.
    const options = { host: '127.0.0.1', port: this.#port, method, path: place, headers, rejectUnauthorized: false };
    return new Promise((resolve, reject) => {
      const asking = https.request(options, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk) => (text += chunk));
        response.once('end', () => resolve({ status: response.statusCode, text }));
        response.once('error', reject);
      });
      asking.once('error', reject);
      asking.end(body && JSON.stringify(body));
    });
  }

  /** Stops both and removes what they wrote. */
  async stop() {
    for (const { child, exited } of this.#children.toReversed()) {
      child.kill('SIGKILL');
      await exited;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
