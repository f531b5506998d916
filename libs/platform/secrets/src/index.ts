export { DecryptionError, Keyring, NoKeysError, type CellPlace, type EncryptedPlace } from './keyring.js';
export { keyringSource, readEncryptionKeys, type KeyringSource } from './keyring-settings.js';
export { ProcessKeys, type KeyFiles, type KeyIds } from './process-keys.js';
export { ProcessTls, type TlsCertificate } from './process-tls.js';
export { reencrypt, type Reencryption } from './reencrypt.js';
export { KeyListError, parseEncryptionKeys, type EncryptionKey } from './encryption-keys.js';
export { SignatureError, Signer, Verifier, type Purpose, type VerifiedStatement } from './signatures.js';
export { loadSigningKey, parseSigningKey, parseVerifyKeys, type SigningKey, type VerifyKeys } from './signing-keys.js';
export { newToken, tokenHash } from './token-hash.js';
