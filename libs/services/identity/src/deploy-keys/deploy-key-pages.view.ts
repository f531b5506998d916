import type { EndpointCall, Page } from '@hearth/http';
import {
  pageLinks,
  presentSettingsFrame,
  tabsOf,
  type FormFailure,
  type PageLinks,
  type PageSection,
  type SettingsFrame,
} from '@hearth/pages';
import { printedFingerprint } from '../ssh-keys/ssh-key.rules.js';
import type { DeployKeyRecord } from './deploy-keys.store.js';

type Values = Readonly<Record<string, unknown>>;

/** Key on the page: `canPush` of one that the project has, `enabled` of a public one. */
interface KeyRow {
  readonly id: number;
  readonly title: string;
  readonly fingerprint: string;
  readonly expiresAt: string | null;
  readonly canPush?: boolean;
  readonly enabled?: boolean;
  /** Whether the caller may change its title. */
  readonly isRenamable: boolean;
}

export interface DeployKeyPageData {
  readonly 'deploy-keys': SettingsFrame & {
    readonly tabs: readonly PageSection[];
    readonly isPublic: boolean;
    readonly keys: readonly KeyRow[];
    readonly values: Values;
    readonly notice: string | null;
    readonly failures: readonly FormFailure[];
    readonly pager: PageLinks;
  };
}

/** Outcome of the form before. */
export interface ShownForm {
  readonly values?: Values;
  readonly notice?: string | null;
  readonly failures?: readonly FormFailure[];
}

interface ListedKey extends DeployKeyRecord {
  readonly canPush?: boolean;
  readonly enabled?: boolean;
}

/** Of the page, below the pages of its project. */
export const DEPLOY_KEYS = '/deploy_keys';

/** @param isPublic whether the keys are the public ones, in place of those of the project */
export function presentDeployKeysPage(
  call: EndpointCall<unknown>,
  { isPublic, isAdmin }: { readonly isPublic: boolean; readonly isAdmin: boolean },
  page: Page<ListedKey>,
  { values = {}, notice = null, failures = [] }: ShownForm,
): DeployKeyPageData['deploy-keys'] {
  const frame = presentSettingsFrame('project', call, DEPLOY_KEYS, 'Deploy keys');
  const { at } = frame;
  const addresses = { own: at, public: `${at}?public=true` };
  const current = isPublic ? 'public' : 'own';
  return {
    ...frame,
    ...{ isPublic, values, notice, failures },
    tabs: tabsOf({ own: 'Of the project', public: 'Public' }, current, (which) => addresses[which]),
    keys: page.items.map((key) => presentKeyRow(key, isAdmin)),
    pager: pageLinks(page, addresses[current]),
  };
}

function presentKeyRow(key: ListedKey, isAdmin: boolean): KeyRow {
  const { id, title, fingerprint, expiresAt, canPush, enabled } = key;
  return {
    ...{ id, title, fingerprint: printedFingerprint(fingerprint) },
    expiresAt: expiresAt && expiresAt.toISOString().slice(0, 10),
    ...(canPush !== undefined && { canPush }),
    ...(enabled !== undefined && { enabled }),
    isRenamable: !key.public || isAdmin,
  };
}
