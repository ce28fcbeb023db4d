import type Stripe from 'stripe';
import { isCountryCode } from '#shared/lib/countries.ts';
import type { AccountRecord } from './account-record.ts';
import { makeId } from './ids.ts';
import { invalidRequest, missing } from './problem.ts';
import type { Session } from './session.ts';

export type AccountAct = 'enable' | 'needs_information' | 'restrict' | 'disconnect';

/** Currencies of accounts by country; elsewhere the euro. */
const currencyByCountry: Readonly<Record<string, string>> = {
	AE: 'aed',
	AU: 'aud',
	BR: 'brl',
	CA: 'cad',
	CH: 'chf',
	CZ: 'czk',
	DK: 'dkk',
	GB: 'gbp',
	HK: 'hkd',
	HU: 'huf',
	IN: 'inr',
	JP: 'jpy',
	LI: 'chf',
	MX: 'mxn',
	MY: 'myr',
	NO: 'nok',
	NZ: 'nzd',
	PL: 'pln',
	RO: 'ron',
	SE: 'sek',
	SG: 'sgd',
	TH: 'thb',
	US: 'usd',
};

/** Days that an owner has to send what is missing. */
const deadlineDays = 14;

export const canCharge = (account: AccountRecord): boolean =>
	account.state === 'enabled' || (account.state === 'needs_information' && account.wasEnabled);

export const canPayOut = (account: AccountRecord): boolean => account.state === 'enabled';

export function createAccount(session: Session, body: Record<string, unknown>): AccountRecord {
	const params = body as Stripe.V2.Core.AccountCreateParams;
	const country = params.identity?.country?.toUpperCase() ?? '';
	if (!isCountryCode(country)) {
		throw invalidRequest('The country is not supported.', {
			code: 'invalid_fields',
			param: 'identity.country',
		});
	}
	const merchant = params.configuration?.merchant;
	if (merchant?.capabilities?.card_payments?.requested !== true) {
		throw invalidRequest('Only accounts that take card payments are possible here.', {
			code: 'invalid_fields',
		});
	}
	const account: AccountRecord = {
		id: makeId('acct'),
		country,
		currency: currencyByCountry[country] ?? 'eur',
		name: params.display_name ?? '',
		email: params.contact_email ?? '',
		createdAt: session.now.toISOString(),
		state: 'in_progress',
		wasEnabled: false,
		dueAt: null,
		bank: null,
	};
	session.put('account', account, {}, '');
	session.emitThin('v2.core.account.created', account.id);
	session.schedule({ type: 'pay-out', account: account.id }, session.controls.payoutIntervalSeconds);
	return account;
}

export async function lockAccount(session: Session, id: string): Promise<AccountRecord> {
	const stored = await session.lock('account', id);
	return stored.object;
}

/** What the provider, or the owner on the onboarding page, does to an account. */
export function actOnAccount(session: Session, account: AccountRecord, act: AccountAct): AccountRecord {
	if (account.state === 'closed') throw invalidRequest('The account is closed.', { code: 'account_closed' });
	const next: AccountRecord = { ...account };
	switch (act) {
		case 'enable':
			Object.assign(next, { state: 'enabled', wasEnabled: true, dueAt: null });
			next.bank ??= { holder: account.name, last4: '3000', failsPayouts: false };
			break;
		case 'needs_information':
			next.state = 'needs_information';
			next.dueAt = new Date(session.now.getTime() + deadlineDays * 86_400_000).toISOString();
			session.schedule({ type: 'restrict-overdue-account', account: account.id }, deadlineDays * 86_400);
			break;
		case 'restrict':
			Object.assign(next, { state: 'restricted', wasEnabled: false, dueAt: session.now.toISOString() });
			break;
		case 'disconnect':
			Object.assign(next, { state: 'closed', dueAt: null });
			break;
	}
	session.put('account', next, {}, '');
	if (act === 'disconnect') {
		session.emitThin('v2.core.account.closed', account.id);
		return next;
	}
	session.emitThin('v2.core.account[requirements].updated', account.id);
	if (canCharge(account) !== canCharge(next) || canPayOut(account) !== canPayOut(next)) {
		session.emitThin('v2.core.account[configuration.merchant].capability_status_updated', account.id);
	}
	return next;
}

type Capability = Stripe.V2.Core.Account.Configuration.Merchant.Capabilities.CardPayments;
type Requirement = Stripe.V2.Core.Account.Requirements.Entry;

function requirement(description: string, isOnboarding: boolean, isPastDue: boolean): Requirement {
	const status = isPastDue ? 'past_due' : 'currently_due';
	return {
		awaiting_action_from: 'user',
		description,
		errors: [],
		impact: {
			restricts_capabilities: [
				{ capability: 'card_payments', configuration: 'merchant', deadline: { status } },
				{ capability: 'stripe_balance.payouts', configuration: 'merchant', deadline: { status } },
			],
		},
		minimum_deadline: { status },
		requested_reasons: [{ code: isOnboarding ? 'routine_onboarding' : 'routine_verification' }],
	};
}

/** Stripe’s names of the fields that an account in this state lacks. */
function requirements(account: AccountRecord): Requirement[] {
	switch (account.state) {
		case 'in_progress':
			return [
				requirement('identity.business_details.registered_name', true, false),
				requirement('configuration.merchant.external_account', true, false),
			];
		case 'needs_information':
			return [requirement('identity.individual.documents.primary_verification', false, false)];
		case 'restricted':
			return [requirement('identity.individual.documents.primary_verification', false, true)];
		default:
			return [];
	}
}

/** The v2 object, with the parts that were requested. */
export function toV2Account(account: AccountRecord, include: readonly string[]): Stripe.V2.Core.Account {
	const capability = (isActive: boolean): Capability => ({
		status: isActive ? 'active' : 'restricted',
		status_details: isActive
			? []
			: account.state === 'closed'
				? [{ code: 'rejected_other', resolution: 'no_resolution' }]
				: [{ code: 'requirements_past_due', resolution: 'provide_info' }],
	});
	const entries = requirements(account);
	const has = (part: string) => include.includes(part);
	return {
		id: account.id,
		object: 'v2.core.account',
		applied_configurations: ['merchant'],
		closed: account.state === 'closed',
		contact_email: account.email,
		created: account.createdAt,
		dashboard: 'full',
		display_name: account.name,
		livemode: false,
		metadata: {},
		...(has('configuration.merchant') && {
			configuration: {
				merchant: {
					applied: true,
					capabilities: {
						card_payments: capability(canCharge(account)),
						stripe_balance: { payouts: capability(canPayOut(account)) },
					},
				},
			},
		}),
		...(has('defaults') && {
			defaults: {
				currency: account.currency,
				responsibilities: {
					fees_collector: 'stripe',
					losses_collector: 'stripe',
					requirements_collector: 'stripe',
				},
			},
		}),
		...(has('identity') && { identity: { country: account.country.toLowerCase() } }),
		...(has('requirements') && {
			requirements: {
				entries,
				...(entries[0] && {
					summary: {
						minimum_deadline: {
							status: entries[0].minimum_deadline.status,
							...(account.dueAt && { time: account.dueAt }),
						},
					},
				}),
			},
		}),
	};
}

/** A link to the onboarding page; it works once and for ten minutes. */
export function createAccountLink(
	session: Session,
	body: Record<string, unknown>,
	pageUrl: (linkId: string) => string,
): Stripe.V2.Core.AccountLink {
	const params = body as unknown as Stripe.V2.Core.AccountLinkCreateParams;
	const onboarding = params.use_case?.account_onboarding;
	if (params.use_case?.type !== 'account_onboarding' || !onboarding?.refresh_url) {
		throw invalidRequest('The use case is not supported.', { code: 'invalid_fields', param: 'use_case' });
	}
	const id = makeId('alink');
	const expiresAt = new Date(session.now.getTime() + 600_000).toISOString();
	session.put(
		'account_link',
		{
			id,
			account: params.account,
			returnUrl: onboarding.return_url ?? onboarding.refresh_url,
			refreshUrl: onboarding.refresh_url,
			expiresAt,
			isUsed: false,
		},
		{},
		'',
	);
	return {
		object: 'v2.core.account_link',
		account: params.account,
		created: session.now.toISOString(),
		expires_at: expiresAt,
		livemode: false,
		url: pageUrl(id),
		use_case: { type: 'account_onboarding', account_onboarding: onboarding },
	};
}

/** @throws StripeProblem 404 */
export async function getAccount(session: Session, id: string): Promise<AccountRecord> {
	const stored = await session.find('account', id, '');
	if (!stored) throw missing('account', id);
	return stored.object;
}
