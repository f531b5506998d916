import type { Exit } from './child.js';

/** Messages between a {@link Launcher} and its program. Both are of the same release: no message outlives a process. */

export interface Launch {
  readonly id: number;
  readonly argv: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Descriptors beyond standard input, output and error. */
  readonly extraPipes: number;
}

export type Order = { readonly launch: Launch } | { readonly id: number; readonly signal: NodeJS.Signals };

export type LauncherEvent =
  | 'listening'
  | { readonly id: number; readonly pid: number }
  | { readonly id: number; readonly failed: string }
  | { readonly id: number; readonly exit: Exit };
