/** The one module of Node that app/ uses: actions of forms run on the server. All other types of Node are unknown here. */
declare module 'node:crypto' {
	interface Hmac {
		update(data: string): Hmac;
		digest(encoding: 'hex'): string;
	}
	export function createHmac(algorithm: 'sha256', key: string | Uint8Array): Hmac;
	export function randomBytes(size: number): Uint8Array & { toString(encoding: 'base64url' | 'hex'): string };
}
