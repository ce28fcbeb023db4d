import { type OrganisationAction, organisationActions } from './permissions.ts';

/**
 * The one table of what the scope of an API key allows. Nothing here manages members, money, keys or the account itself: those want
 * a person who signed in. A scope that writes also reads what it writes.
 */
export const scopeActions = {
	'organisation:read': ['organisation.view'],
	'events:read': ['events.view'],
	'events:write': [
		'events.view',
		'events.create',
		'events.edit',
		'events.publish',
		'templates.manage',
		'tickets.edit',
		'codes.edit',
		'fundraiser.edit',
	],
	'guests:read': ['attendees.view', 'attendees.export'],
	'guests:write': ['attendees.view', 'attendees.edit'],
	'orders:read': ['orders.view'],
	'orders:write': ['orders.view', 'orders.manage'],
	'door:read': ['check_ins.view'],
	'door:write': ['check_ins.view', 'check_ins.perform'],
	'analytics:read': ['analytics.view'],
	'money:read': ['money.view'],
	'messages:write': ['messages.view', 'messages.send'],
	'reports:read': ['reports.view'],
	'followers:read': ['followers.view'],
	'webhooks:write': ['integrations.manage'],
	'sandbox:write': ['sandbox.manage'],
} as const satisfies Record<string, readonly OrganisationAction[]>;

export type ApiScope = keyof typeof scopeActions;
export const apiScopes = Object.keys(scopeActions) as [ApiScope, ...ApiScope[]];

/** What these scopes allow together. */
export function actionsOf(scopes: readonly ApiScope[]): OrganisationAction[] {
	const allowed = new Set<OrganisationAction>(scopes.flatMap((scope) => [...(scopeActions[scope] ?? [])]));
	return organisationActions.filter((action) => allowed.has(action));
}

/** The scopes that allow something. */
export function scopesFor(action: OrganisationAction): ApiScope[] {
	return apiScopes.filter((scope) => (scopeActions[scope] as readonly OrganisationAction[]).includes(action));
}

/** A `test` key reaches the sandbox of its organisation and nothing else; a `live` key never reaches a sandbox. */
export const keyEnvironments = ['live', 'test'] as const;
export type KeyEnvironment = (typeof keyEnvironments)[number];

const ofTestKeys: readonly ApiScope[] = ['sandbox:write'];

/** The scopes that a key can have: the sandbox is driven with test keys alone. */
export const scopesOf = (environment: KeyEnvironment): ApiScope[] =>
	apiScopes.filter((scope) => environment === 'test' || !ofTestKeys.includes(scope));

/** The prefix of every API key; scanners of leaked secrets find ours by it. */
export const apiKeyPrefix = 'fyr_';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secretLength = 43;
const checkLength = 6;
const keyPattern = /^fyr_(?:live|test)_[0-9A-Za-z]{49}$/;

function toBase62(value: bigint, length: number): string {
	let text = '';
	for (let rest = value; text.length < length; rest /= 62n) text = alphabet[Number(rest % 62n)] + text;
	return text;
}

/** CRC-32 (IEEE 802.3) of ASCII. */
function crc32(text: string): number {
	let crc = 0xffffffff;
	for (let index = 0; index < text.length; index += 1) {
		crc ^= text.charCodeAt(index);
		for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
	}
	return (crc ^ 0xffffffff) >>> 0;
}

/**
 * Writes a key: `fyr_live_` or `fyr_test_`, 256 random bits in 43 letters and digits, and the CRC-32 of all that in 6, so that a typo or a made-up
 * key is refused without a query.
 * @param random 32 random bytes
 */
export function writeApiKey(random: Uint8Array, environment: KeyEnvironment): string {
	const number = random.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);
	const body = `${apiKeyPrefix}${environment}_${toBase62(number, secretLength)}`;
	return body + toBase62(BigInt(crc32(body)), checkLength);
}

/** Whether a text can be a key at all. */
export function isApiKey(text: string): boolean {
	if (!keyPattern.test(text)) return false;
	return toBase62(BigInt(crc32(text.slice(0, -checkLength))), checkLength) === text.slice(-checkLength);
}
