import { z } from '../lib/z.ts';
import { FRESH_SIGN_IN_MINUTES } from '../rules/periods.ts';
import { noContent, uuid } from './common.ts';
import { endpoint, organisationAccess, userAccess } from './endpoint.ts';
import { organisationParams } from './settings.ts';

/** How long an offer of ownership stands, in days. */
export const ownershipOfferDays = 7;

/** An offer to make another member the owner that waits for their answer. */
export const ownershipOffer = z
	.object({
		/** The member who may accept it. */
		userId: uuid(),
		name: z.string(),
		/** The owner who made it. */
		offeredBy: uuid(),
		expiresAt: z.string(),
		createdAt: z.string(),
	})
	.meta({ id: 'OwnershipOffer' });
export type OwnershipOffer = z.output<typeof ownershipOffer>;

/** The latest day from which two factors can be required, counted from now. */
export const mostTwoFactorDays = 30;

const ownsIt = organisationAccess('ownership.transfer');

export const requireTwoFactor = endpoint({
	id: 'accounts.requireTwoFactor',
	method: 'POST',
	path: '/api/organisations/{organisation}/two-factor',
	summary: `Require two-factor authentication from the team, from a number of days on. Requires a sign-in within the last ${FRESH_SIGN_IN_MINUTES} minutes. From then on, members without it can read and check guests in, and nothing else; access links and API keys keep working.`,
	access: ownsIt,
	limit: 'write',
	params: organisationParams,
	body: z.object({
		/** Days until it is required. 0: at once, which takes that all members have it. */
		days: z.int().min(0).max(mostTwoFactorDays),
	}),
	output: z.object({ needsTwoFactorFrom: z.string() }),
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const stopRequiringTwoFactor = endpoint({
	id: 'accounts.stopRequiringTwoFactor',
	method: 'DELETE',
	path: '/api/organisations/{organisation}/two-factor',
	summary: `Stop requiring two-factor authentication from the team. Requires a sign-in within the last ${FRESH_SIGN_IN_MINUTES} minutes.`,
	access: ownsIt,
	limit: 'write',
	status: 204,
	params: organisationParams,
	output: noContent(),
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const offerOwnership = endpoint({
	id: 'accounts.offerOwnership',
	method: 'POST',
	path: '/api/organisations/{organisation}/ownership',
	summary: `Offer ownership to another member. Once they accept, within ${ownershipOfferDays} days, they are the owner and the caller becomes an admin. Takes the \`password\` of the caller, or a sign-in of the last ${FRESH_SIGN_IN_MINUTES} minutes.`,
	access: ownsIt,
	limit: 'signIn',
	status: 202,
	params: organisationParams,
	body: z.object({ userId: uuid(), password: z.string().min(1).max(128).optional() }),
	output: ownershipOffer,
	errors: ['BUSINESS_RULE_VIOLATION', 'AUTH_INVALID_CREDENTIALS', 'AUTH_ACCOUNT_LOCKED'],
});

export const cancelOwnershipOffer = endpoint({
	id: 'accounts.cancelOwnershipOffer',
	method: 'DELETE',
	path: '/api/organisations/{organisation}/ownership',
	summary: 'Cancel the offer of ownership.',
	access: ownsIt,
	limit: 'write',
	status: 204,
	params: organisationParams,
	output: noContent(),
});

export const acceptOwnership = endpoint({
	id: 'accounts.acceptOwnership',
	method: 'POST',
	path: '/api/account/memberships/{organisation}/ownership',
	summary: `Accept ownership of an organisation. Requires a sign-in within the last ${FRESH_SIGN_IN_MINUTES} minutes, and two factors where the organisation requires them.`,
	access: userAccess,
	limit: 'write',
	status: 204,
	params: organisationParams,
	output: noContent(),
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const declineOwnership = endpoint({
	id: 'accounts.declineOwnership',
	method: 'DELETE',
	path: '/api/account/memberships/{organisation}/ownership',
	summary: 'Decline ownership of an organisation.',
	access: userAccess,
	limit: 'write',
	status: 204,
	params: organisationParams,
	output: noContent(),
});
