import { v4 } from '@hearth/http';
import { z } from 'zod';
import { ListProjectsParams } from '../projects/project.params.js';
import type { NewFork } from './fork.js';

const text = v4.optional(v4.text());

export const ForkParams = z.object({ id: v4.project(), namespace: text, name: text, path: text });

/** Converts the parameters; empty ones are left out. */
export function newFork({ namespace, name, path }: z.output<typeof ForkParams>): NewFork {
  return { namespace: namespace || undefined, name: name || undefined, path: path || undefined };
}

export const ListForksParams = z.object({ id: v4.project(), ...ListProjectsParams.shape });

export const LinkForkParams = z.object({ id: v4.project(), forked_from_id: v4.project() });
