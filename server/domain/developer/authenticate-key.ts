import { BlockList, isIP, isIPv6 } from 'node:net';
import type { Caller } from '#server/http/handler.ts';
import type { Services } from '#server/services.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { type ApiScope, actionsOf, isApiKey, type KeyEnvironment } from '#shared/rules/api-keys.ts';
import type { OrganisationAction, OrganisationRole } from '#shared/rules/permissions.ts';
import { hashToken } from '../accounts/tokens.ts';
import { requireFeature } from '../subscriptions/plan-state.ts';

interface KeyRow {
	id: string;
	name: string;
	organisationId: string;
	lastFour: string;
	scopes: ApiScope[];
	eventIds: string[] | null;
	networks: string[] | null;
	expiresAt: Date | null;
	endsAt: Date | null;
	revokedAt: Date | null;
	userId: string;
	email: string | null;
	isEmailVerified: boolean;
	disabledAt: Date | null;
	isLocked: boolean;
	role: OrganisationRole | null;
	makerEventIds: string[] | null;
	extra: OrganisationAction[];
	denied: OrganisationAction[];
	arePlansCharged: boolean | null;
	/** Of a test key: the sandbox that it reaches. */
	sandboxId: string | null;
	environment: KeyEnvironment;
}

/** Everything about a key and its maker in one statement, since it runs before every call with one. */
const findKey = {
	name: 'developer.find-key',
	text: `
		SELECT k.id, k.name, k.organisation_id AS "organisationId", k.last_four AS "lastFour", k.scopes, k.event_ids AS "eventIds",
			k.networks, k.expires_at AS "expiresAt", k.ends_at AS "endsAt", k.revoked_at AS "revokedAt", k.created_by AS "userId",
			k.environment, s.id AS "sandboxId",
			u.email, u.email_verified_at IS NOT NULL AS "isEmailVerified", u.disabled_at AS "disabledAt",
			EXISTS (SELECT FROM account_locks l WHERE l.user_id = u.id) AS "isLocked", m.role, m.event_ids AS "makerEventIds",
			m.extra_actions AS extra, m.denied_actions AS denied,
			(SELECT are_charged FROM plan_settings) AS "arePlansCharged"
		FROM api_keys k
		LEFT JOIN memberships m ON m.organisation_id = k.organisation_id AND m.user_id = k.created_by
		LEFT JOIN users u ON u.id = m.user_id
		LEFT JOIN organisations s ON k.environment = 'test' AND s.sandbox_of = k.organisation_id
		WHERE k.token_hash = $1`,
};

/**
 * The live key behind a bearer token, as its maker within its scopes and events. A test key is its maker in the sandbox of the organisation and
 * nowhere else. Nothing is cached between calls: a revoked key, a
 * maker who left, lost a role or was locked count from the very next request on every process.
 * @throws AUTH_TOKEN_INVALID for what is no key or was revoked, AUTH_TOKEN_EXPIRED for one that ended,
 *   AUTH_INSUFFICIENT_PERMISSIONS from an address outside of its networks; FEATURE_NOT_AVAILABLE, SUBSCRIPTION_EXPIRED where plans are
 *   charged and the organisation's has no API
 */
export async function authenticateKey(services: Services, token: string, address: string): Promise<Caller> {
	if (!isApiKey(token)) throw invalid('This is not an API key of ours: a character was changed or lost.');
	const { rows } = await services.database.pool.query<KeyRow>({ ...findKey, values: [hashToken(token)] });
	const [row] = rows;
	if (!row || row.revokedAt) throw invalid('This API key does not exist, or it was revoked.');
	const now = services.clock.now();
	if ((row.expiresAt && row.expiresAt <= now) || (row.endsAt && row.endsAt <= now))
		throw new AppError('AUTH_TOKEN_EXPIRED', { message: 'This API key has expired. Make another one.' });
	const isTest = row.environment === 'test';
	// Only who reaches all of the organisation is a member of its sandbox.
	const hasRole = row.role !== null && !(isTest && row.makerEventIds);
	if (!hasRole || !row.role || row.email === null || row.disabledAt || row.isLocked)
		throw invalid('Whoever made this API key has no access any more. Somebody else must make another one.');
	if (row.networks && !isWithin(row.networks, address)) {
		throw new AppError('AUTH_INSUFFICIENT_PERMISSIONS', {
			message: 'This API key cannot be used from this network.',
			metadata: { rule: 'network' },
		});
	}
	if (isTest && !row.sandboxId) throw invalid('The sandbox of this API key does not exist any more.');
	if (row.arePlansCharged && !isTest)
		await requireFeature(services.database.db, row.organisationId, 'hasApi');
	return {
		userId: row.userId,
		sessionId: row.id,
		email: row.email,
		isAdmin: false,
		needsSecondFactor: false,
		// Nobody proves who they are by a key: what wants a fresh sign-in never opens.
		confirmedAt: new Date(0),
		isEmailVerified: row.isEmailVerified,
		viewedBy: null,
		key: {
			id: row.id,
			name: row.name,
			organisationId: row.organisationId,
			sandboxId: row.sandboxId,
			scopes: row.scopes,
			lastFour: row.lastFour,
			expiresAt: earlier(row.expiresAt, row.endsAt),
		},
		memberships: [
			{
				organisationId: row.sandboxId ?? row.organisationId,
				role: row.role,
				eventIds: both(row.eventIds, row.makerEventIds),
				extra: row.extra,
				denied: row.denied,
				only: actionsOf(row.scopes),
			},
		],
	};
}

const invalid = (message: string) => new AppError('AUTH_TOKEN_INVALID', { message });

function earlier(one: Date | null, other: Date | null): Date | null {
	if (!one || !other) return one ?? other;
	return one < other ? one : other;
}

/** Events that two reaches have in common; null: all. */
function both(one: string[] | null, other: string[] | null): string[] | null {
	if (!one || !other) return one ?? other;
	return one.filter((id) => other.includes(id));
}

/** Whether an address is in one of the networks; what is no address is in none. */
function isWithin(networks: readonly string[], address: string): boolean {
	const plain = address.replace(/^::ffff:(?=\d)/i, '');
	if (isIP(plain) === 0) return false;
	const list = new BlockList();
	for (const network of networks) {
		const [base = '', bits = ''] = network.split('/');
		list.addSubnet(base, Number(bits), isIPv6(base) ? 'ipv6' : 'ipv4');
	}
	return list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
}
