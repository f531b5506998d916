import { v4 } from '@hearth/http';
import { z } from 'zod';
import { DESTINATIONS } from './ref-page.view.js';

/** Longest ref and path of an address. */
const MOST_CHARACTERS = 4_096;

/** Text of a ref and a path in an address. */
export const refPath = v4.text({ most: MOST_CHARACTERS });

export const ProjectPageParams = z.object({ id: v4.project() });

/** `path` is a ref, and the path of a folder or file after it. */
export const RefPathParams = z.object({ id: v4.project(), path: refPath });

export const RefSwitchParams = z.object({
  id: v4.project(),
  destination: v4.oneOf([...DESTINATIONS]),
  ref: refPath,
  path: v4.optional(refPath),
});
