import http from 'node:http';
import https from 'node:https';

const TIMEOUT_MS = 4_000;

/**
 * Sends a request to the internal listener of the process in the same container.
 * @returns {Promise<{ status: number, text: string }>} rejects without an answer in time
 */
export function ask({ path, method = 'GET', headers = {}, payload, timeoutMs = TIMEOUT_MS }) {
  const port = process.env.HEARTH_INTERNAL.split(':').at(-1);
  const { request } = process.env.HEARTH_TLS_CERT_FILE ? https : http;
  // The certificate has the names that others know the process by, and not the address of the loopback interface.
  const options = { host: '127.0.0.1', port, path, method, headers, rejectUnauthorized: false };
  return new Promise((resolve, reject) => {
    const asking = request({ ...options, signal: AbortSignal.timeout(timeoutMs) }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => (text += chunk));
      response.once('end', () => resolve({ status: response.statusCode, text }));
      response.once('error', reject);
    });
    asking.once('error', reject);
    asking.end(payload);
  });
}
