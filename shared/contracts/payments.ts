import { z } from '../lib/z.ts';
import { ledgerAccounts } from '../rules/ledger-accounts.ts';
import { bankDetailsHours } from '../rules/payment-details.ts';
import {
	disputeStates,
	gatewayNames,
	paymentAccountStates,
	paymentMethods,
	paymentStates,
	payoutStates,
	refundStates,
	refundWays,
	trialActs,
} from '../rules/payment-states.ts';
import { FRESH_SIGN_IN_MINUTES } from '../rules/periods.ts';
import { noContent, text, uuid, wholeList } from './common.ts';
import { endpoint, organisationAccess, publicAccess } from './endpoint.ts';
import { organisationParams } from './settings.ts';

/** A payment as its buyer and the organiser see it. */
export const payment = z
	.object({
		id: uuid(),
		method: z.enum(paymentMethods),
		state: z.enum(paymentStates),
		amountMinor: z.int(),
		refundedMinor: z.int(),
		currency: z.string(),
		/** The code of the last refusal: one of PAYMENT_*. */
		failure: z.string().nullable(),
		/** True: no real money moves. */
		isTest: z.boolean(),
		/** Of money that came by transfer or at the door: the day it came. */
		receivedOn: z.string().nullable(),
		createdAt: z.string(),
		settledAt: z.string().nullable(),
	})
	.meta({ id: 'Payment' });
export type Payment = z.output<typeof payment>;

export const refund = z
	.object({
		id: uuid(),
		paymentId: uuid(),
		amountMinor: z.int(),
		state: z.enum(refundStates),
		reason: z.string(),
		note: z.string(),
		failure: z.string().nullable(),
		/** Of money that no provider moved: the day and the way the organiser sent it. */
		sentOn: z.string().nullable(),
		sentWay: z.enum(refundWays).nullable(),
		/** The new gift card that it went onto; null: it goes back the way it was paid. */
		giftCardId: uuid().nullable(),
		createdAt: z.string(),
		settledAt: z.string().nullable(),
	})
	.meta({ id: 'Refund' });
export type Refund = z.output<typeof refund>;

/** An organisation's account at the payment provider. */
export const paymentAccount = z
	.object({
		state: z.enum(paymentAccountStates),
		country: z.string().nullable(),
		chargesEnabled: z.boolean(),
		payoutsEnabled: z.boolean(),
		/** What the provider wants to know, and until when. */
		requirements: z.array(z.object({ code: z.string(), dueAt: z.string().nullable() })),
		disabledReason: z.string().nullable(),
		/** Why an administrator stopped payments to the organisation; null: they did not. */
		stopReason: z.string().nullable(),
		/** True: the built-in gateway, no real money moves. */
		isTest: z.boolean(),
		/** Where the organisation answers the provider's questions. */
		onboardingUrl: z.string().nullable(),
	})
	.meta({ id: 'PaymentAccount' });
export type PaymentAccount = z.output<typeof paymentAccount>;

export const getPaymentAccount = endpoint({
	id: 'payments.getAccount',
	method: 'GET',
	path: '/api/organisations/{organisation}/payment-account',
	summary: 'Get the payment account of an organisation.',
	access: organisationAccess('money.view'),
	limit: 'read',
	params: organisationParams,
	output: paymentAccount,
});

export const openPaymentAccount = endpoint({
	id: 'payments.openAccount',
	method: 'POST',
	path: '/api/organisations/{organisation}/payment-account',
	summary: 'Open a payment account, or get a new onboarding link for an existing one.',
	access: organisationAccess('money.manage'),
	limit: 'write',
	status: 201,
	idempotency: 'command',
	params: organisationParams,
	body: z.strictObject({
		/** ISO 3166-1 alpha-2. */
		country: z
			.string()
			.regex(/^[A-Z]{2}$/, 'Please choose a country.')
			.meta({ examples: ['DE'] }),
	}),
	output: paymentAccount,
	errors: ['SERVICE_UNAVAILABLE'],
});

export const refreshPaymentAccount = endpoint({
	id: 'payments.refreshAccount',
	method: 'POST',
	path: '/api/organisations/{organisation}/payment-account/refresh',
	summary: 'Fetch the current state of the payment account from the provider.',
	access: organisationAccess('money.manage'),
	limit: 'write',
	idempotency: 'command',
	params: organisationParams,
	output: paymentAccount,
	errors: ['SERVICE_UNAVAILABLE'],
});

export const disconnectPaymentAccount = endpoint({
	id: 'payments.disconnectAccount',
	method: 'DELETE',
	path: '/api/organisations/{organisation}/payment-account',
	summary: 'Disconnect the payment account. Refused while payments or refunds are pending.',
	access: organisationAccess('money.manage'),
	limit: 'write',
	status: 204,
	params: organisationParams,
	output: noContent(),
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const testPaymentAccount = endpoint({
	id: 'payments.testAccount',
	method: 'POST',
	path: '/api/organisations/{organisation}/payment-account/test',
	summary:
		'In test mode: change the state of the payment account, as the provider would; or charge a test card, have it declined, refunded, disputed (won and lost) or paid out.',
	access: organisationAccess('money.manage'),
	limit: 'write',
	idempotency: 'command',
	params: organisationParams,
	body: z.strictObject({ act: z.enum(['enable', 'restrict', 'needs_information', ...trialActs]) }),
	output: paymentAccount,
	errors: ['BUSINESS_RULE_VIOLATION', 'SERVICE_UNAVAILABLE'],
});

/** One amount that left an account of the books for another. */
export const transfer = z
	.object({
		/** Its source: `payment`, `refund`, `dispute`, `payout` … */
		source: z.string(),
		kind: z.string(),
		debit: z.enum(ledgerAccounts),
		credit: z.enum(ledgerAccounts),
		amountMinor: z.int(),
		currency: z.string(),
		occurredAt: z.string(),
	})
	.meta({ id: 'Transfer' });
export type Transfer = z.output<typeof transfer>;

/** What was last tried in test mode, and what the books say of it. */
export const trial = z
	.object({
		act: z.enum(trialActs),
		payment,
		disputeState: z.enum(disputeStates).nullable(),
		payoutState: z.enum(payoutStates).nullable(),
		transfers: z.array(transfer),
	})
	.meta({ id: 'Trial' });
export type Trial = z.output<typeof trial>;

export const listTrials = endpoint({
	id: 'payments.listTrials',
	method: 'GET',
	path: '/api/organisations/{organisation}/payment-account/test',
	summary:
		'In test mode: get the latest charge, decline, refund, dispute and payout that were tried, with their ledger entries.',
	access: organisationAccess('money.view'),
	limit: 'read',
	params: organisationParams,
	output: wholeList(trial),
});

/** How an organisation takes money. */
export const paymentSettings = z
	.object({
		takesCards: z.boolean(),
		takesTransfers: z.boolean(),
		takesMoneyAtDoor: z.boolean(),
		transferHolder: text({ max: 70 }),
		transferIban: text({ max: 42 }),
		transferBic: text({ max: 11 }),
		/** Days that an order waits for its transfer. */
		transferDays: z.int().min(1).max(60),
	})
	.meta({ id: 'PaymentSettings' });
export type PaymentSettings = z.output<typeof paymentSettings>;

/** Bank details that are to be used in the place of those of the settings. */
export const pendingBankDetails = z
	.object({
		holder: z.string(),
		iban: z.string(),
		bic: z.string(),
		/** Who changed them; null: an account that is gone. */
		by: z.object({ id: uuid(), name: z.string() }).nullable(),
		at: z.string(),
		/** When they are used unless another member confirms them before; null: then alone, as who changed them may not do so any more. */
		dueAt: z.string().nullable(),
		/** Whether the caller can confirm, or withdraw them. */
		canConfirm: z.boolean(),
		canWithdraw: z.boolean(),
	})
	.meta({ id: 'PendingBankDetails' });
export type PendingBankDetails = z.output<typeof pendingBankDetails>;

const paymentSettingsAnswer = paymentSettings.extend({
	version: z.int(),
	pending: pendingBankDetails.nullable(),
});
export type PaymentSettingsAnswer = z.output<typeof paymentSettingsAnswer>;

export const getPaymentSettings = endpoint({
	id: 'payments.getSettings',
	method: 'GET',
	path: '/api/organisations/{organisation}/payment-settings',
	summary: 'Get the payment methods of an organisation.',
	access: organisationAccess('money.view'),
	limit: 'read',
	hasVersion: true,
	params: organisationParams,
	output: paymentSettingsAnswer,
});

export const updatePaymentSettings = endpoint({
	id: 'payments.updateSettings',
	method: 'PUT',
	path: '/api/organisations/{organisation}/payment-settings',
	summary: `Update the payment methods of an organisation. Changing bank details requires a sign-in within the last ${FRESH_SIGN_IN_MINUTES} minutes; a changed IBAN is \`pending\` for ${bankDetailsHours} hours, or until another member confirms it.`,
	access: organisationAccess('money.manage'),
	limit: 'write',
	hasVersion: true,
	params: organisationParams,
	body: paymentSettings,
	output: paymentSettingsAnswer,
});

export const confirmBankDetails = endpoint({
	id: 'payments.confirmBankDetails',
	method: 'POST',
	path: '/api/organisations/{organisation}/payment-settings/pending/confirm',
	summary: `Confirm bank details that another member changed. They take effect immediately. Requires a sign-in within the last ${FRESH_SIGN_IN_MINUTES} minutes.`,
	access: organisationAccess('money.manage'),
	limit: 'write',
	idempotency: 'command',
	params: organisationParams,
	body: z.strictObject({
		/** The IBAN that is confirmed. */
		iban: text({ max: 42 }),
	}),
	output: paymentSettingsAnswer,
	errors: ['AUTH_REQUIRED', 'BUSINESS_RULE_VIOLATION'],
});

export const withdrawBankDetails = endpoint({
	id: 'payments.withdrawBankDetails',
	method: 'DELETE',
	path: '/api/organisations/{organisation}/payment-settings/pending',
	summary: 'Cancel a pending change of bank details. Allowed for owners and for the member who made it.',
	access: organisationAccess('money.manage'),
	limit: 'write',
	status: 204,
	params: organisationParams,
	output: noContent(),
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const receiveProviderEvent = endpoint({
	id: 'payments.receiveEvent',
	method: 'POST',
	path: '/api/payments/events/{gateway}/{endpoint}',
	summary:
		'Receive a signed event of the payment provider. The object is fetched from the provider rather than read from the event.',
	access: publicAccess,
	limit: 'read',
	status: 204,
	idempotency: 'command',
	signedBodyBytes: 256_000,
	params: z.object({ gateway: z.enum(gatewayNames), endpoint: z.enum(['platform', 'connect', 'accounts']) }),
	output: noContent(),
	errors: ['AUTH_TOKEN_INVALID'],
});

export const createConfirmationToken = endpoint({
	id: 'payments.createTestConfirmationToken',
	method: 'POST',
	path: '/api/test-gateway/confirmation-tokens',
	summary:
		'In test mode: create a confirmation token for a published test card, as the card form does. Any other number is refused.',
	access: publicAccess,
	limit: 'order',
	status: 201,
	idempotency: 'command',
	body: z.strictObject({
		number: z.string().max(40),
		expMonth: z.int().min(1).max(12),
		expYear: z.int().min(2000).max(2100),
		cvc: z.string().max(4),
	}),
	output: z.object({ id: z.string() }),
	errors: ['PAYMENT_INVALID_CARD'],
});
