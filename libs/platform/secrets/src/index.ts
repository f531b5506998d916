export { SignatureError, Signer, Verifier, type VerifiedStatement } from './signatures.js';
export { loadSigningKey, loadVerifyKeys, type SigningKey, type VerifyKeys } from './signing-keys.js';
export { newToken, tokenHash } from './token-hash.js';
