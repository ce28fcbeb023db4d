import { z } from '../lib/z.ts';
import { RECEIPTS_AT_ONCE, receiptFields, receiptRegimes } from '../rules/gift-receipts.ts';
import { calendarDate, text, uuid } from './common.ts';
import { document, recipientCountry } from './documents.ts';
import { endpoint, eventAccess, orderAccess, organisationAccess } from './endpoint.ts';
import { eventParams } from './events.ts';
import { orderParams } from './orders.ts';
import { organisationParams } from './settings.ts';

const settings = z.strictObject({
	/** The country whose rules receipts follow; null: none are issued. */
	regime: z.enum(receiptRegimes).nullable(),
	/** EIN, charity number or tax number. */
	number: text({ max: 50 }).default(''),
	/** Who signs for the organisation, with their office; empty: nobody is named. */
	signatory: text({ max: 200 }).default(''),
	/** Germany: the purposes, in the words of the notice. */
	purpose: text({ max: 300 }).default(''),
	/** Germany. */
	taxOffice: text({ max: 200 }).default(''),
	/** Germany: of the notice of the tax office. */
	noticeDate: calendarDate().nullable().default(null),
	/** Germany: the last period that a notice of exemption assessed; empty: the notice is one under § 60a AO. */
	assessmentPeriod: text({ max: 50 }).default(''),
	/**
	 * Germany: true where membership fees of the organisation can’t be deducted (§ 10b Abs. 1 Satz 8 EStG, such as sport or local history).
	 * Confirmations then say that a donation is no such fee.
	 */
	excludesMembershipFees: z.boolean().default(false),
	/** True: each paid donation gets its receipt at once, by email. Otherwise donors get it on the page of their order. */
	isAutomatic: z.boolean().default(true),
	/** True: in January donors get an email that lists what they gave in the year before. */
	sendsSummary: z.boolean().default(true),
});
export type GiftReceiptInput = z.output<typeof settings>;

const answer = settings
	.extend({
		/** What is to be entered before receipts are issued: `name` and `address` are those of the organisation; a notice that is too old counts. */
		missing: z.array(z.enum(receiptFields)),
		version: z.int(),
	})
	.meta({ id: 'GiftReceiptSettings' });
export type GiftReceiptSettings = z.output<typeof answer>;

export const getGiftReceiptSettings = endpoint({
	id: 'documents.getGiftReceiptSettings',
	method: 'GET',
	path: '/api/organisations/{organisation}/gift-receipt-settings',
	summary: 'Get the details of an organisation that appear on its donation receipts.',
	access: organisationAccess('money.view'),
	limit: 'read',
	hasVersion: true,
	params: organisationParams,
	output: answer,
});

export const updateGiftReceiptSettings = endpoint({
	id: 'documents.updateGiftReceiptSettings',
	method: 'PUT',
	path: '/api/organisations/{organisation}/gift-receipt-settings',
	summary: 'Set the country and the details that appear on an organisation’s donation receipts.',
	access: organisationAccess('money.manage'),
	limit: 'write',
	hasVersion: true,
	params: organisationParams,
	body: settings,
	output: answer,
});

export const issueGiftReceipt = endpoint({
	id: 'documents.issueGiftReceipt',
	method: 'POST',
	path: '/api/events/{event}/orders/{order}/gift-receipt',
	summary: 'Issue the receipt of a paid donation in the buyer’s name. If one exists, it is returned.',
	access: eventAccess('money.manage'),
	limit: 'write',
	status: 201,
	params: eventParams.extend({ order: uuid() }),
	output: document,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

const donorFields = {
	name: text({ max: 200, min: 1 }),
	/** Empty where the country's rules need none for the amount. */
	address: text({ max: 500, lines: true }).default(''),
	countryCode: recipientCountry(),
};
const donationParams = eventParams.extend({ donation: uuid() });

export const issueDonationReceipt = endpoint({
	id: 'documents.issueDonationReceipt',
	method: 'POST',
	path: '/api/events/{event}/donations/{donation}/receipt',
	summary:
		'Issue the receipt of an offline donation, and email it to the donor. If the name or address has changed, the existing receipt is cancelled and a new one is issued.',
	access: eventAccess('money.manage'),
	limit: 'write',
	status: 201,
	params: donationParams,
	body: z.strictObject(donorFields),
	output: document,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const issueYearReceipt = endpoint({
	id: 'documents.issueYearReceipt',
	method: 'POST',
	path: '/api/events/{event}/donations/{donation}/year-receipt',
	summary:
		'Issue one receipt for all donations of a donor in a year that have no receipt yet (Germany). If they changed since, the existing receipt is cancelled and a new one is issued.',
	access: eventAccess('money.manage'),
	limit: 'write',
	status: 201,
	params: donationParams,
	body: z.strictObject({
		...donorFields,
		address: text({ max: 500, min: 1, lines: true }),
		/** Calendar year, over in UTC. */
		year: z.int().min(2000).max(2100),
	}),
	output: document,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const listMissingReceipts = endpoint({
	id: 'documents.listMissingGiftReceipts',
	method: 'GET',
	path: '/api/events/{event}/missing-gift-receipts',
	summary: 'List donations to an event without a valid receipt, oldest first, at most 1,000.',
	access: eventAccess('money.manage'),
	limit: 'read',
	params: eventParams,
	output: z.object({
		/** False: the organisation has not entered what receipts need. */
		canIssue: z.boolean(),
		donations: z.array(uuid()),
		/** Whether there are more than these. */
		hasMore: z.boolean(),
	}),
});

export const issueGiftReceipts = endpoint({
	id: 'documents.issueGiftReceipts',
	method: 'POST',
	path: '/api/organisations/{organisation}/gift-receipts',
	summary:
		'Issue receipts for several donations in the donors’ names, and email the new ones. Existing receipts are returned. Errors are reported per donation.',
	access: organisationAccess('money.manage'),
	limit: 'write',
	params: organisationParams,
	body: z.strictObject({ donations: z.array(uuid()).min(1).max(RECEIPTS_AT_ONCE) }),
	output: z.object({
		/** In the order of the request. */
		data: z.array(
			z.object({
				donationId: uuid(),
				/** The receipt: donations of one order share it. Null: refused. */
				receipt: z.object({ id: uuid(), label: z.string(), isNew: z.boolean() }).nullable(),
				/** The rule that refused it, such as `receipt-address-missing`. */
				rule: z.string().nullable(),
			}),
		),
	}),
});

export const askGiftReceipt = endpoint({
	id: 'documents.askGiftReceipt',
	method: 'POST',
	path: '/api/orders/{manageToken}/gift-receipt',
	summary:
		'Issue the receipt of a paid donation to a name and address. If they have changed, the existing receipt is cancelled and a new one is issued.',
	access: orderAccess,
	limit: 'order',
	status: 201,
	params: orderParams,
	body: z.strictObject({
		name: text({ max: 200, min: 1 }),
		address: text({ max: 500, min: 1, lines: true }),
		countryCode: recipientCountry(),
	}),
	output: document,
	errors: ['BUSINESS_RULE_VIOLATION'],
});
