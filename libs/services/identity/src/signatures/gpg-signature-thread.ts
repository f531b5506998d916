import { createMessage, readKey, readSignature, verify } from 'openpgp';

// Program of the threads of `GpgSignatures`.

/** Signed bytes, the detached signature, and the public key to check it with; both texts armored. */
export interface GpgCheck {
  readonly payload: Uint8Array;
  readonly signature: string;
  readonly key: string;
}

export interface GpgChecked {
  readonly isValid: boolean;
  /** Of the key, in its order. */
  readonly users: readonly { readonly name: string; readonly email: string }[];
}

const MOST_ISSUERS = 10;
const MOST_USERS = 100;

/** Returns the ids of the keys by which a signature was made; none for a text that is no signature. */
export async function issuers(armoredSignature: string): Promise<string[]> {
  try {
    const signature = await readSignature({ armoredSignature });
    const ids = signature.getSigningKeyIDs().map((id) => id.toHex().toUpperCase());
    return ids.slice(0, MOST_ISSUERS);
  } catch {
    return [];
  }
}

export async function check({ payload, signature, key }: GpgCheck): Promise<GpgChecked> {
  const verificationKeys = await readKey({ armoredKey: key });
  const users = verificationKeys.users.flatMap(({ userID }) =>
    userID ? [{ name: userID.name, email: userID.email }] : [],
  );
  const made = await readSignature({ armoredSignature: signature });
  const message = await createMessage({ binary: payload });
  const { signatures } = await verify({ message, signature: made, verificationKeys });
  const isValid = await Promise.resolve(signatures[0]?.verified ?? false).catch(() => false);
  return { isValid, users: users.slice(0, MOST_USERS) };
}
