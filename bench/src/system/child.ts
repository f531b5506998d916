import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface Peer {
  url: string;
  stop(): Promise<void>;
}

/** Starts a peer program of this folder in a process of its own; it sends its port over IPC once it listens (0: to nothing). */
export async function startPeer(program: string, environment: Record<string, string>): Promise<Peer> {
  const file = fileURLToPath(new URL(`../peers/${program}.js`, import.meta.url));
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, ...environment, NODE_ENV: 'production' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [port] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error(`The peer ${program} ended before it listened`))),
  ])) as [number];
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      const exited = once(child, 'exit');
      child.kill();
      await exited;
    },
  };
}
